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
#include <string.h>

/* Chosen at load time means ifunc, which glibc has and musl, macOS and Windows have not. AVX2 saves
 * a third of dagbag_column (p = 1024, 6 parents) by clang 16, an eighth by gcc 12. */
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

/* Loops over the sources of a block go by `omp simd`: compilers vectorise extremes only if they may
 * take them in any order, which changes no bit of them, and need not ask whether pointers overlap. */

/* Largest of merit[0..width), NaN ignored. */
DAGBAG_INLINE double dagbag_peak(int width, const double *merit)
{
    double top = -INFINITY;
#pragma omp simd reduction(max : top)
    for (int k = 0; k < width; k++)
        top = merit[k] > top ? merit[k] : top;
    return top;
}

/* q = g^2 / d, q = -inf where the source is barred (d = inf). */
DAGBAG_INLINE void dagbag_merit(int width, const double *g, const double *d, double *q)
{
#pragma omp simd
    for (int k = 0; k < width; k++) {
        double ratio = g[k] * g[k] / d[k];
        q[k] = d[k] < INFINITY ? ratio : -INFINITY;
    }
}

/* The same, and the largest q. Returns 1 if a source of the block is suspect: its partial variance,
 * or the RSS it would leave, is too small a part of the total to be trusted from cross-products
 * alone. */
DAGBAG_INLINE int dagbag_judge(int width, const double *g, const double *d, const double *diag,
                               double near, double q_near, double *q, double *peak)
{
    double low = INFINITY;
    dagbag_merit(width, g, d, q);
#pragma omp simd reduction(min : low)
    for (int k = 0; k < width; k++) {
        double margin = d[k] - near * diag[k];
        low = margin < low ? margin : low;
    }
    *peak = dagbag_peak(width, q);
    return low <= 0.0 || *peak > q_near;
}

/* How the partial covariances g and the partial variances d of a target come from its row of C and
 * from those of its m parents. A basis row w_s is a combination of the rows of parents 0..s.
 *   g = c - sum_t slope[t] C[parent t],   d = diag - sum_s w_s^2
 * The first `joint` parents were taken in one go, by the Cholesky factor of their C[S,S]; with none
 * after them slope is factor^-1 C[S,j], and g = c - sum_s slope[s] w_s. `taken` parents are off the
 * d that is begun with: `basis` begins with the row after theirs. What is computed twice has the same
 * bits twice: sums are in the order of the parents, by fours. */
typedef struct {
    int m, joint, taken;
    const double *c;        /* row of C of the target */
    const double **rows;    /* (m,) rows of C of the parents */
    const double *slope;    /* (m,) */
    const double *basis;    /* packed rows of a lower triangle: of the factor, then of the basis */
    double *work;           /* (joint, 64) scratch, where joint > taken */
} dagbag_recipe;

/* d = before - w^2 with w = sum_t b[t] C[parent t]. Four parents at a time keep sums in registers. */
DAGBAG_INLINE void dagbag_take_off(int width, int m, const double *const *rows, int at,
                                   const double *b, const double *before, double *d)
{
    double w[DAGBAG_BLOCK];
    int t = m >= 4 ? 4 : 1;
    if (m >= 4) {
        const double *r0 = rows[0] + at, *r1 = rows[1] + at, *r2 = rows[2] + at;
        const double *r3 = rows[3] + at;
        const double b0 = b[0], b1 = b[1], b2 = b[2], b3 = b[3];
#pragma omp simd
        for (int k = 0; k < width; k++)
            w[k] = (b0 * r0[k] + b1 * r1[k]) + (b2 * r2[k] + b3 * r3[k]);
    } else {
        const double *r0 = rows[0] + at, b0 = b[0];
#pragma omp simd
        for (int k = 0; k < width; k++)
            w[k] = b0 * r0[k];
    }
    for (; t + 4 <= m; t += 4) {
        const double *r0 = rows[t] + at, *r1 = rows[t + 1] + at, *r2 = rows[t + 2] + at;
        const double *r3 = rows[t + 3] + at;
        const double b0 = b[t], b1 = b[t + 1], b2 = b[t + 2], b3 = b[t + 3];
#pragma omp simd
        for (int k = 0; k < width; k++)
            w[k] += (b0 * r0[k] + b1 * r1[k]) + (b2 * r2[k] + b3 * r3[k]);
    }
    for (; t < m; t++) {
        const double *row = rows[t] + at, by = b[t];
#pragma omp simd
        for (int k = 0; k < width; k++)
            w[k] += by * row[k];
    }
#pragma omp simd
    for (int k = 0; k < width; k++)
        d[k] = before[k] - w[k] * w[k];
}

/* The same of the last of more than three parents, and g = c - sum_t a[t] C[parent t]. */
DAGBAG_INLINE void dagbag_take_off_last(int width, int m, const double *const *rows, int at,
                                        const double *a, const double *b, const double *c,
                                        const double *before, double *g, double *d)
{
    double w[DAGBAG_BLOCK];
    int t = 4;
    {
        const double *r0 = rows[0] + at, *r1 = rows[1] + at, *r2 = rows[2] + at;
        const double *r3 = rows[3] + at;
        const double a0 = a[0], a1 = a[1], a2 = a[2], a3 = a[3];
        const double b0 = b[0], b1 = b[1], b2 = b[2], b3 = b[3];
#pragma omp simd
        for (int k = 0; k < width; k++) {
            g[k] = c[k] - ((a0 * r0[k] + a1 * r1[k]) + (a2 * r2[k] + a3 * r3[k]));
            w[k] = (b0 * r0[k] + b1 * r1[k]) + (b2 * r2[k] + b3 * r3[k]);
        }
    }
    for (; t + 4 <= m; t += 4) {
        const double *r0 = rows[t] + at, *r1 = rows[t + 1] + at, *r2 = rows[t + 2] + at;
        const double *r3 = rows[t + 3] + at;
        const double a0 = a[t], a1 = a[t + 1], a2 = a[t + 2], a3 = a[t + 3];
        const double b0 = b[t], b1 = b[t + 1], b2 = b[t + 2], b3 = b[t + 3];
#pragma omp simd
        for (int k = 0; k < width; k++) {
            g[k] -= (a0 * r0[k] + a1 * r1[k]) + (a2 * r2[k] + a3 * r3[k]);
            w[k] += (b0 * r0[k] + b1 * r1[k]) + (b2 * r2[k] + b3 * r3[k]);
        }
    }
    for (; t < m; t++) {
        const double *row = rows[t] + at, by = a[t], to = b[t];
#pragma omp simd
        for (int k = 0; k < width; k++) {
            g[k] -= by * row[k];
            w[k] += to * row[k];
        }
    }
#pragma omp simd
    for (int k = 0; k < width; k++)
        d[k] = before[k] - w[k] * w[k];
}

/* g = c - sum_t a[t] C[parent t]. */
DAGBAG_INLINE void dagbag_slopes(int width, int m, const double *const *rows, int at,
                                 const double *a, const double *c, double *g)
{
    int t = 0;
#pragma omp simd
    for (int k = 0; k < width; k++)
        g[k] = c[k];
    for (; t + 4 <= m; t += 4) {
        const double *r0 = rows[t] + at, *r1 = rows[t + 1] + at, *r2 = rows[t + 2] + at;
        const double *r3 = rows[t + 3] + at;
        const double a0 = a[t], a1 = a[t + 1], a2 = a[t + 2], a3 = a[t + 3];
#pragma omp simd
        for (int k = 0; k < width; k++)
            g[k] -= (a0 * r0[k] + a1 * r1[k]) + (a2 * r2[k] + a3 * r3[k]);
    }
    for (; t < m; t++) {
        const double *row = rows[t] + at, by = a[t];
#pragma omp simd
        for (int k = 0; k < width; k++)
            g[k] -= by * row[k];
    }
}

/* Up to four parents, none taken yet: g and d in one pass over the rows. */
DAGBAG_INLINE void dagbag_few(int width, int m, const double *const *rows, int at,
                              const double *a, const double *b, const double *c,
                              const double *before, double *g, double *d)
{
    const double *r0 = rows[0] + at, a0 = a[0], b0 = b[0];
    if (m == 1) {
#pragma omp simd
        for (int k = 0; k < width; k++) {
            g[k] = c[k] - a0 * r0[k];
            d[k] = before[k] - (b0 * r0[k]) * (b0 * r0[k]);
        }
        return;
    }
    const double *r1 = rows[1] + at, a1 = a[1], b1 = b[1], b2 = b[2];
    if (m == 2) {
#pragma omp simd
        for (int k = 0; k < width; k++) {
            double x = r0[k], y = r1[k], u = b0 * x, v = b1 * x + b2 * y;
            g[k] = c[k] - a0 * x - a1 * y;
            d[k] = before[k] - u * u - v * v;
        }
        return;
    }
    const double *r2 = rows[2] + at, a2 = a[2], b3 = b[3], b4 = b[4], b5 = b[5];
    if (m == 3) {
#pragma omp simd
        for (int k = 0; k < width; k++) {
            double x = r0[k], y = r1[k], z = r2[k];
            double u = b0 * x, v = b1 * x + b2 * y, w = b3 * x + b4 * y + b5 * z;
            g[k] = c[k] - a0 * x - a1 * y - a2 * z;
            d[k] = before[k] - u * u - v * v - w * w;
        }
        return;
    }
    const double *r3 = rows[3] + at, a3 = a[3], b6 = b[6], b7 = b[7], b8 = b[8], b9 = b[9];
#pragma omp simd
    for (int k = 0; k < width; k++) {
        double x = r0[k], y = r1[k], z = r2[k], e = r3[k];
        double u = b0 * x, v = b1 * x + b2 * y, w = b3 * x + b4 * y + b5 * z;
        double h = (b6 * x + b7 * y) + (b8 * z + b9 * e);
        g[k] = c[k] - ((a0 * x + a1 * y) + (a2 * z + a3 * e));
        d[k] = before[k] - u * u - v * v - w * w - h * h;
    }
}

/* The parents taken in one go: d -= sum w_s^2, and g = c - sum slope[s] w_s if slope is not NULL. */
DAGBAG_INLINE void dagbag_joint(int width, int m, const double *const *rows, int at,
                                const double *factor, const double *slope, double *work,
                                double *g, double *d)
{
    for (int s = 0; s < m; s++) {
        double *w = work + s * DAGBAG_BLOCK;
        const double *row = rows[s] + at, scale = 1.0 / factor[s];
#pragma omp simd
        for (int k = 0; k < width; k++)
            w[k] = row[k];
        for (int t = 0; t < s; t++) {
            const double l = factor[t], *wt = work + t * DAGBAG_BLOCK;
#pragma omp simd
            for (int k = 0; k < width; k++)
                w[k] -= l * wt[k];
        }
#pragma omp simd
        for (int k = 0; k < width; k++) {
            w[k] *= scale;
            d[k] -= w[k] * w[k];
        }
        if (slope) {
            const double z = slope[s];
#pragma omp simd
            for (int k = 0; k < width; k++)
                g[k] -= z * w[k];
        }
        factor += s + 1;
    }
}

/* Partial covariances g and variances d, before bars, of sources at..at + width; before: d without
 * what `taken` parents have taken off it. before and d may be the same. */
DAGBAG_INLINE void dagbag_partial(int width, const dagbag_recipe *R, int at, const double *before,
                                  double *g, double *d)
{
    const int m = R->m;
    int s = R->taken;
    const double *b = R->basis;
    if (m > 0 && m <= 4 && R->joint == 0 && s == 0) {
        if (m == 1)
            dagbag_few(width, 1, R->rows, at, R->slope, b, R->c + at, before, g, d);
        else if (m == 2)
            dagbag_few(width, 2, R->rows, at, R->slope, b, R->c + at, before, g, d);
        else if (m == 3)
            dagbag_few(width, 3, R->rows, at, R->slope, b, R->c + at, before, g, d);
        else
            dagbag_few(width, 4, R->rows, at, R->slope, b, R->c + at, before, g, d);
        return;
    }
    const int last = m == R->joint;     /* nobody came after those taken in one go */
    if (m < 4 || s == m || last)
        dagbag_slopes(width, last ? 0 : m, R->rows, at, R->slope, R->c + at, g);
    if (s == m || R->joint > s) {
#pragma omp simd
        for (int k = 0; k < width; k++)
            d[k] = before[k];
        before = d;
    }
    if (R->joint > s) {
        dagbag_joint(width, R->joint, R->rows, at, b, last ? R->slope : (const double *)0,
                     R->work, g, d);
        s = R->joint;
        b += (size_t)s * (s + 1) / 2;
    }
    for (; s < m; s++) {
        if (s == m - 1 && m >= 4)
            dagbag_take_off_last(width, m, R->rows, at, R->slope, b, R->c + at, before, g, d);
        else
            dagbag_take_off(width, s + 1, R->rows, at, b, before, d);
        before = d;
        b += s + 1;
    }
}

/* d = inf where a bit is set. */
DAGBAG_INLINE void dagbag_bar(uint64_t barred, double *d)
{
#if defined(__GNUC__)
    for (; barred; barred &= barred - 1)
        d[__builtin_ctzll(barred)] = INFINITY;
#else
    for (; barred; d++, barred >>= 1)
        if (barred & 1)
            *d = INFINITY;
#endif
}

DAGBAG_INLINE int dagbag_empty_block(int width, const double *c, uint64_t barred,
                                     const double *diag, double near, double q_near, double *q,
                                     double *peak)
{
    double d[DAGBAG_BLOCK];
    if (!barred)
        return dagbag_judge(width, c, diag, diag, near, q_near, q, peak);
    for (int k = 0; k < width; k++)
        d[k] = diag[k];
    dagbag_bar(barred, d);
    return dagbag_judge(width, c, d, diag, near, q_near, q, peak);
}

/* All sources of a target without parents: g = C[j], d = diag; q (p,) out, peak (blocks,) out.
 * barred (blocks,) has the bits of the sources that may not be added. Returns 1 if a source is
 * suspect. */
DAGBAG_CLONES
DAGBAG_STATIC int dagbag_empty_column(int p, const double *c, const uint64_t *barred,
                                      const double *diag, double near, double q_near, double *q,
                                      double *peak)
{
    int suspect = 0;
    for (int b = 0; b * DAGBAG_BLOCK < p; b++) {
        int k = b * DAGBAG_BLOCK;
        if (p - k >= DAGBAG_BLOCK)
            suspect |= dagbag_empty_block(DAGBAG_BLOCK, c + k, barred[b], diag + k, near, q_near,
                                          q + k, peak + b);
        else
            suspect |= dagbag_empty_block(p - k, c + k, barred[b], diag + k, near, q_near, q + k,
                                          peak + b);
    }
    return suspect;
}

DAGBAG_INLINE int dagbag_block(int width, const dagbag_recipe *R, int at, uint64_t barred,
                               const double *before, const double *diag, double near,
                               double q_near, double *d, double *q, double *peak)
{
    double g[DAGBAG_BLOCK];
    dagbag_partial(width, R, at, before, g, d);
    dagbag_bar(barred, d);
    return dagbag_judge(width, g, d, diag, near, q_near, q, peak);
}

/* All sources of a target: d (p,) out, q (p,) out, peak (blocks,) out. barred (blocks,) has the
 * bits of the sources that may not be added, of parents, too; before (p,) as above, may be d.
 * Returns 1 if a source is suspect. */
DAGBAG_CLONES
DAGBAG_STATIC int dagbag_column(int p, const dagbag_recipe *R, const uint64_t *barred,
                                const double *before, const double *diag, double near,
                                double q_near, double *d, double *q, double *peak)
{
    int suspect = 0;
    for (int b = 0; b * DAGBAG_BLOCK < p; b++) {
        int k = b * DAGBAG_BLOCK;
        if (p - k >= DAGBAG_BLOCK)
            suspect |= dagbag_block(DAGBAG_BLOCK, R, k, barred[b], before + k, diag + k, near,
                                    q_near, d + k, q + k, peak + b);
        else
            suspect |= dagbag_block(p - k, R, k, barred[b], before + k, diag + k, near, q_near,
                                    d + k, q + k, peak + b);
    }
    return suspect;
}

/* The same of sources at..at + width only, width <= 64: d (width,) out, q (width,) out; before
 * (p,), barred the bits of these sources. */
DAGBAG_CLONES
DAGBAG_STATIC void dagbag_sources(int width, const dagbag_recipe *R, int at, uint64_t barred,
                                  const double *before, double *d, double *q)
{
    double g[DAGBAG_BLOCK];
    if (width == DAGBAG_BLOCK)
        dagbag_partial(DAGBAG_BLOCK, R, at, before + at, g, d);
    else
        dagbag_partial(width, R, at, before + at, g, d);
    dagbag_bar(barred, d);
    dagbag_merit(width, g, d, q);
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
    uint64_t bits = 0;
    int k = 0;
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
    /* Comparisons become vectors of bytes, and eight bytes of 0 or 1 a byte of bits. */
    uint8_t hit[DAGBAG_BLOCK];
    uint64_t eight;
    for (int i = 0; i < width; i++)
        hit[i] = merit[i] >= cut;
    for (; k + 8 <= width; k += 8) {
        memcpy(&eight, hit + k, 8);
        bits |= (eight * UINT64_C(0x0102040810204080) >> 56) << k;
    }
#endif
    for (; k < width; k++)
        bits |= (uint64_t)(merit[k] >= cut) << k;
    return bits;
}

/* Largest of the merits whose bit in `barred` is clear, -inf if there is none; width <= 64. */
DAGBAG_CLONES
DAGBAG_STATIC double dagbag_masked_peak(int width, const double *merit, uint64_t barred)
{
    double top = -INFINITY;
    if (!barred)
        return dagbag_peak(width, merit);
#pragma omp simd reduction(max : top)
    for (uint64_t k = 0; k < (uint64_t)width; k++) {
        double here = merit[k], value = (barred >> k) & 1 ? -INFINITY : here;
        top = value > top ? value : top;
    }
    return top;
}

/* row |= more, words of bits. */
DAGBAG_CLONES
DAGBAG_STATIC void dagbag_unite(int words, const uint64_t *more, uint64_t *row)
{
    for (int b = 0; b < words; b++)
        row[b] |= more[b];
}

/* The smallest of each block of value[0..p), into low[0..ceil(p/64)), and of all; NaN ignored. */
DAGBAG_CLONES
DAGBAG_STATIC double dagbag_smallest(int p, const double *value, double *low)
{
    double smallest = INFINITY;
    for (int b = 0; b * DAGBAG_BLOCK < p; b++) {
        const double *v = value + b * DAGBAG_BLOCK;
        int width = p - b * DAGBAG_BLOCK < DAGBAG_BLOCK ? p - b * DAGBAG_BLOCK : DAGBAG_BLOCK;
        double here = INFINITY;
#pragma omp simd reduction(min : here)
        for (int k = 0; k < width; k++)
            here = v[k] < here ? v[k] : here;
        low[b] = here;
        smallest = here < smallest ? here : smallest;
    }
    return smallest;
}

#endif
