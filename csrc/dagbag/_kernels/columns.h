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

#include <float.h>
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
#define DAGBAG_MANY_LANES 16 /* of maxima, each of which waits for the one before */

/* Loops over the sources of a block go by `omp simd`: compilers vectorise extremes only if they may
 * take them in any order, which changes no bit of them, and need not ask whether pointers overlap.
 * clang begins extremes with the largest finite numbers: without one, they stand for infinity. */

DAGBAG_INLINE double dagbag_largest_of(double top)
{
    return top > -DBL_MAX ? top : -INFINITY;
}

DAGBAG_INLINE double dagbag_smallest_of(double low)
{
    return low < DBL_MAX ? low : INFINITY;
}

/* Largest of merit[0..width), NaN ignored. */
DAGBAG_INLINE double dagbag_peak(int width, const double *merit)
{
    double top = -INFINITY;
#pragma omp simd reduction(max : top)
    for (int k = 0; k < width; k++)
        top = merit[k] > top ? merit[k] : top;
    return dagbag_largest_of(top);
}

DAGBAG_INLINE int dagbag_lowest(uint64_t bits)
{
#if defined(__GNUC__)
    return __builtin_ctzll(bits);
#else
    int k = 0;
    for (; !(bits & 1); bits >>= 1)
        k++;
    return k;
#endif
}

/* The extremes of a block: the largest merit, and the smallest part of a source's variance that its
 * partial variance exceeds the untrustworthy one by. */
typedef struct {
    double top, low;
} dagbag_extremes;

DAGBAG_INLINE dagbag_extremes dagbag_told(double top, double low)
{
    return (dagbag_extremes){dagbag_largest_of(top), dagbag_smallest_of(low)};
}

/* What is told of source k of a block, given g and v, its d: d[k], q[k] = g^2 / d and the extremes.
 * All in the loop that finds g and v: as loops of their own they took a third of a column. */
#define DAGBAG_TELL(k, g, v) DAGBAG_TELL_MERIT(k, v, (g) * (g) / (v))
#define DAGBAG_TELL_MERIT(k, v, merit)                          \
    do {                                                        \
        const double ratio = (merit);                           \
        const double margin = (v) - near * diag[k];             \
        d[k] = (v);                                             \
        q[k] = ratio;                                           \
        top = ratio > top ? ratio : top;                        \
        low = margin < low ? margin : low;                      \
    } while (0)

/* Where d = inf, the data have refused the source: q = -inf. */
DAGBAG_INLINE dagbag_extremes dagbag_judge(int width, const double *g, const double *v,
                                           const double *diag, double near, double *d, double *q)
{
    double top = -INFINITY, low = INFINITY;
#pragma omp simd reduction(max : top) reduction(min : low)
    for (int k = 0; k < width; k++) {
        const double merit = g[k] * g[k] / v[k];
        DAGBAG_TELL_MERIT(k, v[k], v[k] < INFINITY ? merit : -INFINITY);
    }
    return dagbag_told(top, low);
}

/* Take sources out whose bits are set: d = inf, q = -inf. */
DAGBAG_INLINE dagbag_extremes dagbag_bar(int width, uint64_t barred, const double *diag,
                                         double near, double *d, double *q)
{
    double top = -INFINITY, low = INFINITY;
    for (; barred; barred &= barred - 1) {
        int k = dagbag_lowest(barred);
        d[k] = INFINITY;
        q[k] = -INFINITY;
    }
#pragma omp simd reduction(max : top) reduction(min : low)
    for (int k = 0; k < width; k++) {
        const double margin = d[k] - near * diag[k];
        top = q[k] > top ? q[k] : top;
        low = margin < low ? margin : low;
    }
    return dagbag_told(top, low);
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

/* Up to six parents, none taken yet: all in one pass over the rows. With five or six it takes half
 * the instructions of a pass for each parent. */
#define DAGBAG_FEW 6
DAGBAG_INLINE dagbag_extremes dagbag_few(int width, int m, const dagbag_recipe *R, int at,
                                         const double *before, const double *diag, double near,
                                         double *d, double *q)
{
    const double *c = R->c + at, *a = R->slope, *b = R->basis;
    const double *r0 = R->rows[0] + at, a0 = a[0], b0 = b[0];
    double top = -INFINITY, low = INFINITY;
    if (m == 1) {
#pragma omp simd reduction(max : top) reduction(min : low)
        for (int k = 0; k < width; k++) {
            const double x = r0[k], u = b0 * x;
            DAGBAG_TELL(k, c[k] - a0 * x, before[k] - u * u);
        }
        return dagbag_told(top, low);
    }
    const double *r1 = R->rows[1] + at, a1 = a[1], b1 = b[1], b2 = b[2];
    if (m == 2) {
#pragma omp simd reduction(max : top) reduction(min : low)
        for (int k = 0; k < width; k++) {
            const double x = r0[k], y = r1[k], u = b0 * x, v = b1 * x + b2 * y;
            DAGBAG_TELL(k, c[k] - a0 * x - a1 * y, before[k] - u * u - v * v);
        }
        return dagbag_told(top, low);
    }
    const double *r2 = R->rows[2] + at, a2 = a[2], b3 = b[3], b4 = b[4], b5 = b[5];
    if (m == 3) {
#pragma omp simd reduction(max : top) reduction(min : low)
        for (int k = 0; k < width; k++) {
            const double x = r0[k], y = r1[k], z = r2[k];
            const double u = b0 * x, v = b1 * x + b2 * y, w = b3 * x + b4 * y + b5 * z;
            DAGBAG_TELL(k, c[k] - a0 * x - a1 * y - a2 * z, before[k] - u * u - v * v - w * w);
        }
        return dagbag_told(top, low);
    }
    const double *r3 = R->rows[3] + at, a3 = a[3], b6 = b[6], b7 = b[7], b8 = b[8], b9 = b[9];
    if (m == 4) {
#pragma omp simd reduction(max : top) reduction(min : low)
        for (int k = 0; k < width; k++) {
            const double x = r0[k], y = r1[k], z = r2[k], e = r3[k];
            const double u = b0 * x, v = b1 * x + b2 * y, w = b3 * x + b4 * y + b5 * z;
            const double h = (b6 * x + b7 * y) + (b8 * z + b9 * e);
            DAGBAG_TELL(k, c[k] - ((a0 * x + a1 * y) + (a2 * z + a3 * e)),
                        before[k] - u * u - v * v - w * w - h * h);
        }
        return dagbag_told(top, low);
    }
    const double *r4 = R->rows[4] + at, a4 = a[4];
    const double b10 = b[10], b11 = b[11], b12 = b[12], b13 = b[13], b14 = b[14];
    if (m == 5) {
#pragma omp simd reduction(max : top) reduction(min : low)
        for (int k = 0; k < width; k++) {
            const double x = r0[k], y = r1[k], z = r2[k], e = r3[k], f = r4[k];
            const double u = b0 * x, v = b1 * x + b2 * y, w = b3 * x + b4 * y + b5 * z;
            const double h = (b6 * x + b7 * y) + (b8 * z + b9 * e);
            const double i = (b10 * x + b11 * y) + (b12 * z + b13 * e) + b14 * f;
            DAGBAG_TELL(k, c[k] - ((a0 * x + a1 * y) + (a2 * z + a3 * e)) - a4 * f,
                        before[k] - u * u - v * v - w * w - h * h - i * i);
        }
        return dagbag_told(top, low);
    }
    const double *r5 = R->rows[5] + at, a5 = a[5];
    const double b15 = b[15], b16 = b[16], b17 = b[17], b18 = b[18], b19 = b[19], b20 = b[20];
#pragma omp simd reduction(max : top) reduction(min : low)
    for (int k = 0; k < width; k++) {
        const double x = r0[k], y = r1[k], z = r2[k], e = r3[k], f = r4[k], o = r5[k];
        const double u = b0 * x, v = b1 * x + b2 * y, w = b3 * x + b4 * y + b5 * z;
        const double h = (b6 * x + b7 * y) + (b8 * z + b9 * e);
        const double i = (b10 * x + b11 * y) + (b12 * z + b13 * e) + b14 * f;
        const double j = (b15 * x + b16 * y) + (b17 * z + b18 * e) + b19 * f + b20 * o;
        DAGBAG_TELL(k, c[k] - ((a0 * x + a1 * y) + (a2 * z + a3 * e)) - a4 * f - a5 * o,
                    before[k] - u * u - v * v - w * w - h * h - i * i - j * j);
    }
    return dagbag_told(top, low);
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

/* Merits q and partial variances d, before bars, of sources at..at + width; before: d without what
 * `taken` parents have taken off it. before and d may be the same. */
DAGBAG_INLINE dagbag_extremes dagbag_sources_of(int width, const dagbag_recipe *R, int at,
                                                const double *before, const double *diag,
                                                double near, double *d, double *q)
{
    const int m = R->m;
    int s = R->taken;
    const double *b = R->basis;
    double g[DAGBAG_BLOCK];
    if (m > 0 && m <= DAGBAG_FEW && R->joint == 0 && s == 0) {
        switch (m) {
        case 1: return dagbag_few(width, 1, R, at, before, diag, near, d, q);
        case 2: return dagbag_few(width, 2, R, at, before, diag, near, d, q);
        case 3: return dagbag_few(width, 3, R, at, before, diag, near, d, q);
        case 4: return dagbag_few(width, 4, R, at, before, diag, near, d, q);
        case 5: return dagbag_few(width, 5, R, at, before, diag, near, d, q);
        default: return dagbag_few(width, 6, R, at, before, diag, near, d, q);
        }
    }
    const int last = m == R->joint;     /* nobody came after those taken in one go */
    if (m < 4 || s == m || last)
        dagbag_slopes(width, last ? 0 : m, R->rows, at, R->slope, R->c + at, g);
    if (R->joint > s) {
#pragma omp simd
        for (int k = 0; k < width; k++)
            d[k] = before[k];
        before = d;
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
    return dagbag_judge(width, g, before, diag, near, d, q);
}

/* Beyond DAGBAG_FAR nodes rows of C come from memory, and as each begins on another page, late: a
 * block is fetched while the eighth before it is worked on, which saves a quarter of a column with up
 * to three parents at p = 2639, and costs a tenth where C is in the cache. */
#define DAGBAG_FAR 1024
#define DAGBAG_AHEAD 8

DAGBAG_INLINE void dagbag_fetch_row(const double *row)
{
#if defined(__GNUC__)
    for (int k = 0; k < DAGBAG_BLOCK; k += 8)
        __builtin_prefetch(row + k);
#endif
}

DAGBAG_INLINE void dagbag_fetch(const dagbag_recipe *R, int at)
{
    dagbag_fetch_row(R->c + at);
    for (int t = 0; t < R->m; t++)
        dagbag_fetch_row(R->rows[t] + at);
}

/* All sources of a target without parents: g = C[j], d = diag; q (p,) out, peak (blocks,) out.
 * barred (blocks,) has the bits of the sources that may not be added. Returns 1 if a source is
 * suspect. */
DAGBAG_CLONES
DAGBAG_STATIC int dagbag_empty_column(int p, const double *c, const uint64_t *barred,
                                      const double *diag, double near, double q_near, double *q,
                                      double *peak)
{
    const int far = p > DAGBAG_FAR;
    int suspect = 0;
    double d[DAGBAG_BLOCK];
    for (int b = 0, k = 0; k < p; b++, k += DAGBAG_BLOCK) {
        const int width = p - k < DAGBAG_BLOCK ? p - k : DAGBAG_BLOCK;
        dagbag_extremes found;
        if (far && p - k >= (DAGBAG_AHEAD + 1) * DAGBAG_BLOCK)
            dagbag_fetch_row(c + k + DAGBAG_AHEAD * DAGBAG_BLOCK);
        if (width == DAGBAG_BLOCK)
            found = dagbag_judge(DAGBAG_BLOCK, c + k, diag + k, diag + k, near, d, q + k);
        else
            found = dagbag_judge(width, c + k, diag + k, diag + k, near, d, q + k);
        if (barred[b])
            found = dagbag_bar(width, barred[b], diag + k, near, d, q + k);
        peak[b] = found.top;
        suspect |= found.low <= 0.0 || found.top > q_near;
    }
    return suspect;
}

/* All sources of a target: d (p,) out, q (p,) out, peak (blocks,) out. barred (blocks,) has the
 * bits of the sources that may not be added, of parents, too; before (p,) as above, may be d.
 * Returns 1 if a source is suspect. */
DAGBAG_CLONES
DAGBAG_STATIC int dagbag_column(int p, const dagbag_recipe *R, const uint64_t *barred,
                                const double *before, const double *diag, double near,
                                double q_near, double *d, double *q, double *peak)
{
    const int far = p > DAGBAG_FAR;
    int suspect = 0;
    for (int b = 0, k = 0; k < p; b++, k += DAGBAG_BLOCK) {
        const int width = p - k < DAGBAG_BLOCK ? p - k : DAGBAG_BLOCK;
        dagbag_extremes found;
        if (far && p - k >= (DAGBAG_AHEAD + 1) * DAGBAG_BLOCK)
            dagbag_fetch(R, k + DAGBAG_AHEAD * DAGBAG_BLOCK);
        if (width == DAGBAG_BLOCK)
            found = dagbag_sources_of(DAGBAG_BLOCK, R, k, before + k, diag + k, near, d + k, q + k);
        else
            found = dagbag_sources_of(width, R, k, before + k, diag + k, near, d + k, q + k);
        if (barred[b])
            found = dagbag_bar(width, barred[b], diag + k, near, d + k, q + k);
        peak[b] = found.top;
        suspect |= found.low <= 0.0 || found.top > q_near;
    }
    return suspect;
}

/* The same of sources at..at + width only, width <= 64: d (width,) out, q (width,) out; before,
 * diag (p,), barred the bits of these sources. */
DAGBAG_CLONES
DAGBAG_STATIC void dagbag_sources(int width, const dagbag_recipe *R, int at, uint64_t barred,
                                  const double *before, const double *diag, double *d, double *q)
{
    if (width == DAGBAG_BLOCK)
        dagbag_sources_of(DAGBAG_BLOCK, R, at, before + at, diag + at, 0.0, d, q);
    else
        dagbag_sources_of(width, R, at, before + at, diag + at, 0.0, d, q);
    for (; barred; barred &= barred - 1) {
        d[dagbag_lowest(barred)] = INFINITY;
        q[dagbag_lowest(barred)] = -INFINITY;
    }
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

/* Four comparisons at a time, of which each sets a bit of its own: half the instructions of what
 * compilers make of a loop over single bits. */
#if defined(__GNUC__)
typedef double dagbag_four __attribute__((vector_size(32), aligned(8), may_alias));
typedef int64_t dagbag_four_bits __attribute__((vector_size(32)));
#define DAGBAG_BITS_BY_FOUR(value, compared, bound)                                   \
    const dagbag_four limit = {bound, bound, bound, bound};                           \
    dagbag_four_bits bit = {1, 2, 4, 8}, found = {0, 0, 0, 0};                        \
    for (; k + 4 <= width; k += 4) {                                                  \
        found |= (*(const dagbag_four *)((value) + k) compared limit) & bit;          \
        bit <<= 4;                                                                    \
    }                                                                                 \
    bits = (uint64_t)((found[0] | found[1]) | (found[2] | found[3]));
#else
#define DAGBAG_BITS_BY_FOUR(value, compared, bound)
#endif

/* Bit k of the result is set if merit[k] >= cut; width <= 64. */
DAGBAG_CLONES
DAGBAG_STATIC uint64_t dagbag_reaching(int width, const double *merit, double cut)
{
    uint64_t bits = 0;
    int k = 0;
    DAGBAG_BITS_BY_FOUR(merit, >=, cut)
    for (; k < width; k++)
        bits |= (uint64_t)(merit[k] >= cut) << k;
    return bits;
}

/* The same if value[k] <= reach. */
DAGBAG_CLONES
DAGBAG_STATIC uint64_t dagbag_within(int width, const double *value, double reach)
{
    uint64_t bits = 0;
    int k = 0;
    DAGBAG_BITS_BY_FOUR(value, <=, reach)
    for (; k < width; k++)
        bits |= (uint64_t)(value[k] <= reach) << k;
    return bits;
}

/* Largest of the merits whose bit in `barred` is clear, -inf if there is none; width <= 64. */
DAGBAG_CLONES
DAGBAG_STATIC double dagbag_masked_peak(int width, const double *merit, uint64_t barred)
{
    double top = -INFINITY, lane[DAGBAG_MANY_LANES];
    int k = 0;
    if (!barred)
        return dagbag_peak(width, merit);
    for (int l = 0; l < DAGBAG_MANY_LANES; l++)
        lane[l] = -INFINITY;
    for (; k + DAGBAG_MANY_LANES <= width; k += DAGBAG_MANY_LANES, barred >>= DAGBAG_MANY_LANES)
#pragma omp simd
        for (int64_t l = 0; l < DAGBAG_MANY_LANES; l++) {
            const double here = merit[k + l];
            const double value = barred & ((uint64_t)1 << l) ? -INFINITY : here;
            lane[l] = value > lane[l] ? value : lane[l];
        }
    for (; k < width; k++, barred >>= 1)
        if (!(barred & 1) && merit[k] > top)
            top = merit[k];
#pragma omp simd reduction(max : top)
    for (int l = 0; l < DAGBAG_MANY_LANES; l++)
        top = lane[l] > top ? lane[l] : top;
    return dagbag_largest_of(top);
}

/* row |= more, words of bits. */
DAGBAG_CLONES
DAGBAG_STATIC void dagbag_unite(int words, const uint64_t *more, uint64_t *row)
{
    for (int b = 0; b < words; b++)
        row[b] |= more[b];
}

/* Row v of `reach` |= more for every bit v of members; at (words,) is scratch. */
DAGBAG_CLONES
DAGBAG_STATIC void dagbag_spread(int words, const uint64_t *members, const uint64_t *more,
                                 uint64_t *at, uint64_t *reach)
{
    int count = 0;
    for (int b = 0; b < words; b++)
        if (more[b])
            at[count++] = (uint64_t)b;
    for (int m = 0; m < words; m++)
        for (uint64_t bits = members[m]; bits; bits &= bits - 1) {
            uint64_t *row = reach + (size_t)(64 * m + dagbag_lowest(bits)) * words;
            if (4 * count < words || words < 8)
                for (int i = 0; i < count; i++)
                    row[at[i]] |= more[at[i]];
            else
#pragma omp simd
                for (int b = 0; b < words; b++)
                    row[b] |= more[b];
        }
}

/* Number of bits of a row. */
DAGBAG_CLONES
DAGBAG_STATIC int dagbag_count(int words, const uint64_t *row)
{
    int count = 0;
    for (int b = 0; b < words; b++) {
#if defined(__GNUC__)
        count += __builtin_popcountll(row[b]);
#else
        for (uint64_t bits = row[b]; bits; bits &= bits - 1)
            count++;
#endif
    }
    return count;
}

/* Smallest of value[0..width), NaN ignored. */
DAGBAG_CLONES
DAGBAG_STATIC double dagbag_smallest(int width, const double *value)
{
    double low = INFINITY;
#pragma omp simd reduction(min : low)
    for (int k = 0; k < width; k++)
        low = value[k] < low ? value[k] : low;
    return dagbag_smallest_of(low);
}

#endif
