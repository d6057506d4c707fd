#include "calib/pose_fit.h"

#include "calib/calib_limits.h"
#include "core/solve.h"

#define UNKNOWNS 8  // rotation, translation, log of the focal length, k1

typedef struct {
    normal_equations of;
    double cost;
} normal;

double pose_sigma_px(const calib_point *p) { return p->sigma_px > 0 ? p->sigma_px : POSE_DEFAULT_SIGMA_PX; }

// c moved by a small step: turned by step[0..3) in the camera's frame, shifted by step[3..6), its focal length scaled by exp(step[6]),
// its k1 changed by step[7].
static calibration moved(const calibration *c, const double *step) {
    calibration turn = {0}, out = *c;
    calib_set_pose(&turn, (vec3){step[0], step[1], step[2]}, (vec3){0, 0, 0});
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) {
            out.rotation[i][j] = 0;
            for (int k = 0; k < 3; k++) out.rotation[i][j] += turn.rotation[i][k] * c->rotation[k][j];
        }
    out.translation_in.x += step[3];
    out.translation_in.y += step[4];
    out.translation_in.z += step[5];
    out.fx *= exp(step[6]);
    out.fy *= exp(step[6]);
    out.k1 += step[7];
    return out;
}

static int unknowns_of(pose_freedom f) { return !f.free_focal ? 6 : f.free_bend ? 8 : 7; }

// How far the priors are strained, in their sigmas.
static double focal_strain(const calibration *c, pose_freedom f) { return f.free_focal ? log(c->fx / f.focal_px) / f.focal_sigma : 0; }
static double bend_strain(const calibration *c, pose_freedom f) { return f.free_bend ? c->k1 / f.bend_sigma : 0; }

static double cost_of(const calibration *c, const calib_point *points, int count, const bool *use, pose_freedom freedom) {
    double sum = pow(focal_strain(c, freedom), 2) + pow(bend_strain(c, freedom), 2);
    for (int i = 0; i < count; i++) {
        if (!use[i]) continue;
        px2 seen = calib_to_px(c, points[i].at_in);
        double s = pose_sigma_px(&points[i]), du = (seen.u - points[i].px.u) / s, dv = (seen.v - points[i].px.v) / s;
        sum += du * du + dv * dv;
    }
    return isfinite(sum) ? sum : INFINITY;
}

// Normal equations of the linearised errors; slopes by central differences, steps that move a pixel by some thousandths.
static normal linearise(const calibration *c, const calib_point *points, int count, const bool *use, pose_freedom freedom) {
    int unknowns = unknowns_of(freedom);
    double h[UNKNOWNS] = {1e-6, 1e-6, 1e-6, 1e-4, 1e-4, 1e-4, 1e-6, 1e-5};
    calibration low[UNKNOWNS], high[UNKNOWNS];
    for (int k = 0; k < unknowns; k++) {
        double step[UNKNOWNS] = {0};
        step[k] = h[k];
        high[k] = moved(c, step);
        step[k] = -h[k];
        low[k] = moved(c, step);
    }
    normal n = {.cost = cost_of(c, points, count, use, freedom)};
    solve_begin(&n.of, unknowns);
    for (int i = 0; i < count; i++) {
        if (!use[i]) continue;
        double s = pose_sigma_px(&points[i]), slope_u[UNKNOWNS], slope_v[UNKNOWNS];
        px2 seen = calib_to_px(c, points[i].at_in);
        for (int k = 0; k < unknowns; k++) {
            px2 a = calib_to_px(&low[k], points[i].at_in), b = calib_to_px(&high[k], points[i].at_in);
            slope_u[k] = (b.u - a.u) / (2 * h[k] * s);
            slope_v[k] = (b.v - a.v) / (2 * h[k] * s);
        }
        solve_add(&n.of, slope_u, -(seen.u - points[i].px.u) / s, 1);
        solve_add(&n.of, slope_v, -(seen.v - points[i].px.v) / s, 1);
    }
    const double focal[UNKNOWNS] = {[6] = 1 / freedom.focal_sigma}, bend[UNKNOWNS] = {[7] = 1 / freedom.bend_sigma};
    if (freedom.free_focal) solve_add(&n.of, focal, -focal_strain(c, freedom), 1);
    if (freedom.free_bend) solve_add(&n.of, bend, -bend_strain(c, freedom), 1);
    return n;
}

// Solves (A + lambda diag A) x = b; false where A is singular or not finite.
static bool damped_step(const normal_equations *n, double lambda, double *x) {
    normal_equations damped = *n;
    for (int i = 0; i < n->count; i++) damped.a[i][i] = n->a[i][i] * (1 + lambda);
    if (!solve_factor(&damped)) return false;
    solve_for(&damped, n->b, x);
    return true;
}

// From the inverse of the normal matrix; the misfit widens it as in a fit with unknown errors, up to what the prior knew.
static double focal_sigma_of(const normal *n, int used, pose_freedom freedom) {
    normal_equations factored = n->of;
    double misfit = n->cost / fmax(1, 2 * used - 6);
    if (!solve_factor(&factored)) return freedom.focal_sigma;
    return fmin(freedom.focal_sigma, sqrt(solve_variance_of(&factored, 6) * fmax(1, misfit)));
}

static int count_used(const bool *use, int count) {
    int n = 0;
    for (int i = 0; i < count; i++) n += use[i];
    return n;
}

double pose_refine(calibration *c, const calib_point *points, int count, const bool *use, pose_freedom freedom, double *sigma_focal) {
    double lambda = POSE_FIRST_DAMPING;
    normal n = linearise(c, points, count, use, freedom);
    for (int round = 0; round < POSE_MAX_ROUNDS && isfinite(n.cost); round++) {
        double step[UNKNOWNS] = {0};
        if (!damped_step(&n.of, lambda, step)) return INFINITY;
        calibration next = moved(c, step);
        double cost = cost_of(&next, points, count, use, freedom), gain = n.cost - cost;
        if (cost < n.cost) {
            *c = next;
            n = linearise(c, points, count, use, freedom);
            lambda = fmax(lambda / 10, POSE_LEAST_DAMPING);
        } else {
            lambda *= 10;
        }
        if ((gain >= 0 && gain < POSE_SETTLED_GAIN * (1 + cost)) || lambda > POSE_MOST_DAMPING) break;
    }
    if (sigma_focal) *sigma_focal = freedom.free_focal ? focal_sigma_of(&n, count_used(use, count), freedom) : 0;
    return n.cost;
}
