#include "vision/net/kernels.h"

// Those of x86-64 that the build made; which of them this processor can run is asked for at run time.
extern const net_kernels net_kernels_base;
#ifdef __x86_64__
extern const net_kernels net_kernels_v3, net_kernels_v4;
#endif

const net_kernels *net_kernels_runnable(int index) {
    const net_kernels *list[3];
    int count = 0;
#ifdef __x86_64__
    __builtin_cpu_init();
    bool v3 = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") && __builtin_cpu_supports("bmi2");
    bool v4 = v3 && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512bw") &&
              __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512cd");
    if (v4) list[count++] = &net_kernels_v4;
    if (v3) list[count++] = &net_kernels_v3;
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
