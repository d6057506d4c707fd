#include "vision/net/kernels.h"

#if defined(__x86_64__)
#include <cpuid.h>
#elif defined(__aarch64__)
#include <asm/hwcap.h>
#include <sys/auxv.h>
#endif

// Those of x86-64 that the build made; which of them this processor can run is asked for at run time.
extern const net_kernels net_kernels_base;
#ifdef __x86_64__
extern const net_kernels net_kernels_v3, net_kernels_v3_vnni, net_kernels_v4, net_kernels_v4_vnni;
#elif defined(__aarch64__)
extern const net_kernels net_kernels_dot;
#endif

#ifdef __x86_64__
// Products of bytes in 256 bits: leaf 7, subleaf 1, EAX bit 4 (Intel's manual, volume 2, CPUID). Not every compiler knows it by name.
static bool has_avx_vnni(void) {
    unsigned a = 0, b = 0, c = 0, d = 0;
    return __get_cpuid_count(7, 1, &a, &b, &c, &d) && (a >> 4 & 1);
}
#endif

const net_kernels *net_kernels_runnable(int index) {
    const net_kernels *list[5];
    int count = 0;
#ifdef __x86_64__
    __builtin_cpu_init();
    bool v3 = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") && __builtin_cpu_supports("bmi2");
    bool v4 = v3 && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512bw") &&
              __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512cd");
    if (v4 && __builtin_cpu_supports("avx512vnni")) list[count++] = &net_kernels_v4_vnni;
    if (v3 && has_avx_vnni()) list[count++] = &net_kernels_v3_vnni;
    if (v4) list[count++] = &net_kernels_v4;
    if (v3) list[count++] = &net_kernels_v3;
#elif defined(__aarch64__)
    if (getauxval(AT_HWCAP) & HWCAP_ASIMDDP) list[count++] = &net_kernels_dot;
#endif
    list[count++] = &net_kernels_base;
    return index < count ? list[index] : NULL;
}

const net_kernels *net_kernels_best(void) { return net_kernels_runnable(0); }

void net_pack(const net_kernels *k, const float *weights, int channels, int terms, float *out) {
    const int padded = net_kernels_padded(k, channels);
    for (int first = 0; first < padded;) {
        const int block = first + k->group <= padded ? k->group : k->lanes;
        for (int t = 0; t < terms; t++)
            for (int c = first; c < first + block; c++) *out++ = c < channels ? weights[(ptrdiff_t)c * terms + t] : 0;
        first += block;
    }
}

void net_pack_levels(const net_kernels *k, const int8_t *weights, int channels, int terms, uint8_t *out) {
    const int padded = net_kernels_padded(k, channels), size = k->parts;  // bytes of a weight: so that a quad's fill its registers
    for (int first = 0; first < padded;) {
        const int block = first + k->group <= padded ? k->group : k->lanes;
        for (int t = 0; t < terms; t += NET_QUAD)
            for (int vector = first; vector < first + block; vector += k->lanes)
                for (int part = 0; part < k->parts; part++)
                    for (int c = vector; c < vector + k->lanes; c++)
                        for (int i = part; i < NET_QUAD; i += k->parts) {
                            const int w = c < channels ? weights[(ptrdiff_t)c * terms + t + i] : 0;
                            for (int b = 0; b < size; b++) *out++ = (uint8_t)((unsigned)w >> 8 * b);  // in this machine's order: it is little-endian
                        }
        first += block;
    }
}
