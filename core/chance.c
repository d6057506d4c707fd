#include "core/chance.h"

#include "core/geom.h"

double chance_about(const double *chance, int count, int middle, int reach, double *mean_rad, double *sigma_rad) {
    const double step = 2 * PI / count;
    double sum = 0, first = 0, second = 0;
    for (int k = -reach; k <= reach; k++) {
        double p = chance[(middle + k + count) % count];
        sum += p, first += p * k, second += p * k * k;
    }
    double mean = sum > 0 ? first / sum : 0;
    *mean_rad = (middle + mean) * step;
    *sigma_rad = sum > 0 ? sqrt(fmax(second / sum - mean * mean, 0)) * step : 0;
    return sum;
}
