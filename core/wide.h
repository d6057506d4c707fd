// core/wide -- compiles a function twice, for wider vector registers too; the processor's best is chosen when the program starts. Only for loops
// whose result doesn't depend on the width: integers, or sums kept apart by lane in one order. Elsewhere the portable code stays alone: other
// processors, other compilers, and AddressSanitizer, which can't be called before a choice is made.
#ifndef VEDETTE_CORE_WIDE_H
#define VEDETTE_CORE_WIDE_H

#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__) && !defined(__SANITIZE_ADDRESS__)
#define WIDENED __attribute__((target_clones("avx2", "default")))
#else
#define WIDENED
#endif

#endif
