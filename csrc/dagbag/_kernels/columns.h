/* The vectorised loops of the delta-score matrix.
 *
 * A column is one target j; its row of the p x p matrices runs over the sources k. All loops walk
 * it in blocks of 64 sources, one bitset word each, and keep the largest merit of every block.
 *
 * Function multiversioning (one body, compiled for AVX2 and for the baseline, chosen at load time)
 * makes one wheel fast on every x86-64 machine; -ffp-contract=off makes both give the same bits.
 */
#ifndef DAGBAG_COLUMNS_H
#define DAGBAG_COLUMNS_H

#include <math.h>
#include <stddef.h>
#include <stdint.h>

/* Chosen at load time means ifunc, which glibc has and musl, macOS and Windows have not. AVX2 saves
 * a third of dagbag_column_add (p = 1024, 6 parents) by clang 16, an eighth by gcc 12. */
#if defined(__has_attribute)
#if __has_attribute(target_clones) && defined(__x86_64__) && defined(__GLIBC__) \
    && !defined(DAGBAG_DEBUG)
#define DAGBAG_CLONES __attribute__((target_clones("avx2", "default")))
#endif
#endif
#ifndef DAGBAG_CLONES
#define DAGBAG_CLONES
#endif

#if defined(__GNUC__)
#define DAGBAG_INLINE static inline __attribute__((always_inline))
#elif defined(_MSC_VER)
#define DAGBAG_INLINE static __forceinline
#else
#define DAGBAG_INLINE static inline
#endif

/* A kernel need not call all of them. clang refuses `unused` beside clones, and asks it of no
 * inline function in a header. */
#if defined(__GNUC__) && !defined(__clang__)
#define DAGBAG_STATIC static __attribute__((unused))
#else
#define DAGBAG_STATIC static inline
#endif

#define DAGBAG_COLLINEAR 1e-14
#define DAGBAG_BLOCK 64
#define DAGBAG_LANES 8

/* Largest of merit[0..width), NaN ignored. */
DAGBAG_INLINE double dagbag_peak(int width, const double *merit)
{
    double lane[DAGBAG_LANES];
    for (int l = 0; l < DAGBAG_LANES; l++)
        lane[l] = -INFINITY;
    int i = 0;
    for (; i + DAGBAG_LANES <= width; i += DAGBAG_LANES)
        for (int l = 0; l < DAGBAG_LANES; l++)
            lane[l] = merit[i + l] > lane[l] ? merit[i + l] : lane[l];
    for (; i < width; i++)
        lane[0] = merit[i] > lane[0] ? merit[i] : lane[0];
    double top = lane[0];
    for (int l = 1; l < DAGBAG_LANES; l++)
        top = lane[l] > top ? lane[l] : top;
    return top;
}

/* q = g^2 / d, q = -inf where the source is barred (d = inf). Returns 1 if a source of the block is
 * suspect: its partial variance, or the RSS it would leave, is too small a part of the total to be
 * trusted from cross-products alone. */
DAGBAG_INLINE int dagbag_merit(int width, const double *g, const double *d, const double *diag,
                               double near, double q_near, double *q, double *peak)
{
    double lowest[DAGBAG_LANES];
    for (int l = 0; l < DAGBAG_LANES; l++)
        lowest[l] = INFINITY;
    for (int k = 0; k < width; k++)
        q[k] = d[k] < INFINITY ? g[k] * g[k] / d[k] : -INFINITY;
    int i = 0;
    for (; i + DAGBAG_LANES <= width; i += DAGBAG_LANES)
        for (int l = 0; l < DAGBAG_LANES; l++) {
            double margin = d[i + l] - near * diag[i + l];
            lowest[l] = margin < lowest[l] ? margin : lowest[l];
        }
    for (; i < width; i++) {
        double margin = d[i] - near * diag[i];
        lowest[0] = margin < lowest[0] ? margin : lowest[0];
    }
    double low = lowest[0];
    for (int l = 1; l < DAGBAG_LANES; l++)
        low = lowest[l] < low ? lowest[l] : low;
    *peak = dagbag_peak(width, q);
    return low <= 0.0 || *peak > q_near;
}

/* A target without parents: g = C[j], d as given (diag, inf where barred). */
DAGBAG_CLONES
DAGBAG_STATIC int dagbag_column_empty(int p, const double *c, const double *diag, double near,
                               double q_near, const double *d, double *q, double *peak)
{
    int suspect = 0;
    for (int b = 0; b * DAGBAG_BLOCK < p; b++) {
        int k = b * DAGBAG_BLOCK;
        if (p - k >= DAGBAG_BLOCK)
            suspect |= dagbag_merit(DAGBAG_BLOCK, c + k, d + k, diag + k, near, q_near, q + k,
                                    peak + b);
        else
            suspect |= dagbag_merit(p - k, c + k, d + k, diag + k, near, q_near, q + k, peak + b);
    }
    return suspect;
}

DAGBAG_INLINE int dagbag_add_block(int width, int m, const double *const *rows, const double *c,
                                   const double *beta, const double *basis, const double *diag,
                                   double near, double q_near, const double *before, double *d,
                                   double *q, double *peak)
{
    double g[DAGBAG_BLOCK], w[DAGBAG_BLOCK];
    for (int k = 0; k < width; k++) {
        g[k] = c[k];
        w[k] = 0.0;
    }
    int t = 0;
    /* Four parents at a time keep g and w in registers: a fifth off the whole search. */
    for (; t + 4 <= m; t += 4) {
        const double *r0 = rows[t], *r1 = rows[t + 1], *r2 = rows[t + 2], *r3 = rows[t + 3];
        const double a0 = beta[t], a1 = beta[t + 1], a2 = beta[t + 2], a3 = beta[t + 3];
        const double b0 = basis[t], b1 = basis[t + 1], b2 = basis[t + 2], b3 = basis[t + 3];
        for (int k = 0; k < width; k++) {
            g[k] -= (a0 * r0[k] + a1 * r1[k]) + (a2 * r2[k] + a3 * r3[k]);
            w[k] += (b0 * r0[k] + b1 * r1[k]) + (b2 * r2[k] + b3 * r3[k]);
        }
    }
    for (; t < m; t++) {
        const double *row = rows[t];
        const double a = beta[t], b = basis[t];
        for (int k = 0; k < width; k++) {
            g[k] -= a * row[k];
            w[k] += b * row[k];
        }
    }
    for (int k = 0; k < width; k++)
        d[k] = before[k] - w[k] * w[k];
    return dagbag_merit(width, g, d, diag, near, q_near, q, peak);
}

/* A target that has just gained its last parent: d loses the square of that parent's basis row.
 *   g = C[j] - sum_t beta[t] C[parent t],   w = sum_t basis[t] C[parent t],   d = before - w^2.
 * rows[t] is the row of C of parent t. */
DAGBAG_CLONES
DAGBAG_STATIC int dagbag_column_add(int p, int m, const double **rows, const double *c,
                             const double *beta, const double *basis, const double *diag,
                             double near, double q_near, const double *before, double *d,
                             double *q, double *peak)
{
    int suspect = 0;
    for (int b = 0; b * DAGBAG_BLOCK < p; b++) {
        int k = b * DAGBAG_BLOCK;
        if (p - k >= DAGBAG_BLOCK)
            suspect |= dagbag_add_block(DAGBAG_BLOCK, m, rows, c + k, beta, basis, diag + k, near,
                                        q_near, before + k, d + k, q + k, peak + b);
        else
            suspect |= dagbag_add_block(p - k, m, rows, c + k, beta, basis, diag + k, near, q_near,
                                        before + k, d + k, q + k, peak + b);
        for (int t = 0; t < m; t++)
            rows[t] += DAGBAG_BLOCK;
    }
    return suspect;
}

DAGBAG_INLINE int dagbag_full_block(int width, int m, const double *const *rows, const double *c,
                                    const double *factor, const double *z, const double *diag,
                                    double near, double q_near, double *work, double *d, double *q,
                                    double *peak)
{
    double g[DAGBAG_BLOCK];
    for (int k = 0; k < width; k++)
        g[k] = c[k];
    for (int s = 0; s < m; s++) {
        double *w = work + s * DAGBAG_BLOCK;
        const double scale = 1.0 / factor[s * m + s], zs = z[s];
        for (int k = 0; k < width; k++)
            w[k] = rows[s][k];
        for (int t = 0; t < s; t++) {
            const double l = factor[s * m + t], *wt = work + t * DAGBAG_BLOCK;
            for (int k = 0; k < width; k++)
                w[k] -= l * wt[k];
        }
        for (int k = 0; k < width; k++) {
            w[k] *= scale;
            d[k] -= w[k] * w[k];
            g[k] -= zs * w[k];
        }
    }
    return dagbag_merit(width, g, d, diag, near, q_near, q, peak);
}

/* A target whose parent set changed otherwise: d (diag, inf where barred, on entry) and g from the
 * Cholesky factor (m x m, lower) of C[parents, parents] and z = factor^-1 C[parents, j].
 * work: (m, 64). */
DAGBAG_CLONES
DAGBAG_STATIC int dagbag_column_full(int p, int m, const double **rows, const double *c,
                              const double *factor, const double *z, const double *diag,
                              double near, double q_near, double *work, double *d, double *q,
                              double *peak)
{
    int suspect = 0;
    for (int b = 0; b * DAGBAG_BLOCK < p; b++) {
        int k = b * DAGBAG_BLOCK;
        if (p - k >= DAGBAG_BLOCK)
            suspect |= dagbag_full_block(DAGBAG_BLOCK, m, rows, c + k, factor, z, diag + k, near,
                                         q_near, work, d + k, q + k, peak + b);
        else
            suspect |= dagbag_full_block(p - k, m, rows, c + k, factor, z, diag + k, near, q_near,
                                         work, d + k, q + k, peak + b);
        for (int t = 0; t < m; t++)
            rows[t] += DAGBAG_BLOCK;
    }
    return suspect;
}

DAGBAG_INLINE double dagbag_dot_body(int n, const double *a, const double *b)
{
    double lane[DAGBAG_LANES] = {0.0};
    int i = 0;
    for (; i + DAGBAG_LANES <= n; i += DAGBAG_LANES)
        for (int l = 0; l < DAGBAG_LANES; l++)
            lane[l] += a[i + l] * b[i + l];
    double total = 0.0;
    for (; i < n; i++)
        total += a[i] * b[i];
    for (int l = 0; l < DAGBAG_LANES; l++)
        total += lane[l];
    return total;
}

DAGBAG_CLONES
DAGBAG_STATIC double dagbag_dot(int n, const double *a, const double *b)
{
    return dagbag_dot_body(n, a, b);
}

/* Bit k of the result is set if merit[k] >= cut; width <= 64. */
DAGBAG_CLONES
DAGBAG_STATIC uint64_t dagbag_reaching(int width, const double *merit, double cut)
{
    uint64_t lane[DAGBAG_LANES] = {0};
    int i = 0;
    for (; i + DAGBAG_LANES <= width; i += DAGBAG_LANES)
        for (int l = 0; l < DAGBAG_LANES; l++)
            lane[l] |= merit[i + l] >= cut ? (uint64_t)1 << (i + l) : 0;
    for (; i < width; i++)
        lane[0] |= merit[i] >= cut ? (uint64_t)1 << i : 0;
    for (int l = 1; l < DAGBAG_LANES; l++)
        lane[0] |= lane[l];
    return lane[0];
}

/* Largest of the merits whose bit in `barred` is clear, -inf if there is none; width <= 64. */
DAGBAG_CLONES
DAGBAG_STATIC double dagbag_masked_peak(int width, const double *merit, uint64_t barred)
{
    double lane[DAGBAG_LANES];
    for (int l = 0; l < DAGBAG_LANES; l++)
        lane[l] = -INFINITY;
    int i = 0;
    for (; i + DAGBAG_LANES <= width; i += DAGBAG_LANES)
        for (int l = 0; l < DAGBAG_LANES; l++) {
            double value = (barred >> (i + l)) & 1 ? -INFINITY : merit[i + l];
            lane[l] = value > lane[l] ? value : lane[l];
        }
    for (; i < width; i++)
        if (!((barred >> i) & 1) && merit[i] > lane[0])
            lane[0] = merit[i];
    for (int l = 1; l < DAGBAG_LANES; l++)
        lane[0] = lane[l] > lane[0] ? lane[l] : lane[0];
    return lane[0];
}

/* The smallest of each block of value[0..p), into low[0..ceil(p/64)), and of all; NaN ignored. */
DAGBAG_CLONES
DAGBAG_STATIC double dagbag_smallest(int p, const double *value, double *low)
{
    double smallest = INFINITY;
    for (int b = 0; b * DAGBAG_BLOCK < p; b++) {
        const double *v = value + b * DAGBAG_BLOCK;
        int width = p - b * DAGBAG_BLOCK < DAGBAG_BLOCK ? p - b * DAGBAG_BLOCK : DAGBAG_BLOCK;
        double lane[DAGBAG_LANES];
        for (int l = 0; l < DAGBAG_LANES; l++)
            lane[l] = INFINITY;
        int i = 0;
        for (; i + DAGBAG_LANES <= width; i += DAGBAG_LANES)
            for (int l = 0; l < DAGBAG_LANES; l++)
                lane[l] = v[i + l] < lane[l] ? v[i + l] : lane[l];
        for (; i < width; i++)
            lane[0] = v[i] < lane[0] ? v[i] : lane[0];
        for (int l = 1; l < DAGBAG_LANES; l++)
            lane[0] = lane[l] < lane[0] ? lane[l] : lane[0];
        low[b] = lane[0];
        smallest = lane[0] < smallest ? lane[0] : smallest;
    }
    return smallest;
}

#endif
