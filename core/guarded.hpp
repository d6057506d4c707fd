// core/guarded -- turns what a C++ library throws into a status. For the wrapper files only; no library type appears here.
#ifndef VEDETTE_CORE_GUARDED_HPP
#define VEDETTE_CORE_GUARDED_HPP

#include <exception>
#include <new>

#include "core/status.h"

// Runs work(), which returns a status. What it throws becomes STATUS_MEMORY or STATUS_EXTERNAL with "what: the library's words".
template <typename Work>
status guarded(const char *what, fault *fault, Work &&work) noexcept {
    try {
        return work();
    } catch (const std::bad_alloc &) {
        return fault_set(fault, STATUS_MEMORY, "%s: out of memory; use smaller pictures or close other programs", what);
    } catch (const std::exception &e) {
        return fault_set(fault, STATUS_EXTERNAL, "%s: %s", what, e.what());
    } catch (...) {
        return fault_set(fault, STATUS_EXTERNAL, "%s: the library failed without saying why", what);
    }
}

#endif
