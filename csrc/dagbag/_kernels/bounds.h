/* The vectorised loops of the search without cross-products: bounds in single precision, merits of
 * a block of sources in double.
 *
 * A bound may be too large, never too small: what single precision loses is added. `slack` bounds
 * the error of a product of two vectors of length at most 1.
 */
#ifndef DAGBAG_BOUNDS_H
#define DAGBAG_BOUNDS_H

#include "columns.h"

#define DAGBAG_CHUNK 512
/* What rounding of a few operations in single precision may take off, relatively. */
#define DAGBAG_ROUNDING 1e-6f

DAGBAG_INLINE float dagbag_top(const float *value)
{
    float lane[2 * DAGBAG_LANES];
    for (int l = 0; l < 2 * DAGBAG_LANES; l++)
        lane[l] = value[l];
    for (int i = 2 * DAGBAG_LANES; i < DAGBAG_BLOCK; i += 2 * DAGBAG_LANES)
        for (int l = 0; l < 2 * DAGBAG_LANES; l++)
            lane[l] = value[i + l] > lane[l] ? value[i + l] : lane[l];
    float top = lane[0];
    for (int l = 1; l < 2 * DAGBAG_LANES; l++)
        top = lane[l] > top ? lane[l] : top;
    return top;
}

/* Products of the columns of two chunks, tile (CHUNK, CHUNK), the first chunk's along the rows of
 * memory: the largest square of each block, for every column of either chunk.
 *   first (CHUNK, 8) out: of the columns of the first chunk, over the blocks of the second;
 *   second (CHUNK, 8) out: the other way round. */
DAGBAG_CLONES
DAGBAG_STATIC void dagbag_tile_bounds(const float *tile, float slack, float *first, float *second)
{
    const int blocks = DAGBAG_CHUNK / DAGBAG_BLOCK;
    float most[DAGBAG_CHUNK], size[DAGBAG_CHUNK];
    for (int b = 0; b < blocks; b++) {
        for (int i = 0; i < DAGBAG_CHUNK; i++)
            most[i] = 0.0f;
        for (int j = b * DAGBAG_BLOCK; j < (b + 1) * DAGBAG_BLOCK; j++) {
            const float *row = tile + j * DAGBAG_CHUNK;
            for (int i = 0; i < DAGBAG_CHUNK; i++) {
                size[i] = fabsf(row[i]);
                most[i] = size[i] > most[i] ? size[i] : most[i];
            }
            for (int c = 0; c < blocks; c++) {
                const float top = dagbag_top(size + c * DAGBAG_BLOCK) + slack;
                second[j * blocks + c] = top * top * (1.0f + DAGBAG_ROUNDING);
            }
        }
        for (int i = 0; i < DAGBAG_CHUNK; i++) {
            const float top = most[i] + slack;
            first[i * blocks + b] = top * top * (1.0f + DAGBAG_ROUNDING);
        }
    }
}

/* One block of one target, from the products of its 64 sources, all of length 1, with the target's
 * residual of length 1, g (64,), and with the m vectors of its basis, w (m, CHUNK): no source takes
 * more than the result off an RSS of 1. inf if what the basis leaves of one is too little to tell.
 * Sources whose bit in `barred` is set do not count; -inf if there are no others.
 *
 * A score that gains from a small partial variance d of the source, too, weighs log(d) against
 * log(RSS): with a weight of 1/P the result r is such that d (1 - q)^P >= (1 - r)^P for every source,
 * as -log(d) <= (1 - d) / sqrt(d). */
DAGBAG_CLONES
DAGBAG_STATIC float dagbag_block_bound(int m, const float *g, const float *w, float slack,
                                       float weight, uint64_t barred)
{
    float q[DAGBAG_BLOCK], d[DAGBAG_BLOCK];
    const float whole = 1.0f - (m + 4) * DAGBAG_ROUNDING;
    for (int k = 0; k < DAGBAG_BLOCK; k++)
        d[k] = whole;
    for (int t = 0; t < m; t++)
        for (int k = 0; k < DAGBAG_BLOCK; k++) {
            const float part = fabsf(w[t * DAGBAG_CHUNK + k]) + slack;
            d[k] -= part * part;
        }
    for (int k = 0; k < DAGBAG_BLOCK; k++) {
        const float part = fabsf(g[k]) + slack, left = d[k] > 0.0f ? d[k] : 0.0f;
        q[k] = part * part / left;
    }
    if (weight > 0.0f)
        for (int k = 0; k < DAGBAG_BLOCK; k++) {
            const float extra = weight * (1.0f - d[k]) / sqrtf(d[k]) * (1.0f + 4 * DAGBAG_ROUNDING);
            q[k] = d[k] > 0.0f && q[k] < 1.0f && extra < 1.0f ? q[k] + (1.0f - q[k]) * extra
                                                              : INFINITY;
        }
    if (barred)
        for (int k = 0; k < DAGBAG_BLOCK; k++)
            q[k] = (barred >> k) & 1 ? -INFINITY : q[k];
    return dagbag_top(q) * (1.0f + DAGBAG_ROUNDING);
}

DAGBAG_INLINE void dagbag_products_of(int n, int width, size_t stride, const double *X,
                                      const double *vector, double *out)
{
    for (int k = 0; k < width; k++)
        out[k] = 0.0;
    int i = 0;
    for (; i + 4 <= n; i += 4) {
        const double *r0 = X + i * stride, *r1 = r0 + stride, *r2 = r1 + stride, *r3 = r2 + stride;
        const double v0 = vector[i], v1 = vector[i + 1], v2 = vector[i + 2], v3 = vector[i + 3];
        for (int k = 0; k < width; k++)
            out[k] += (v0 * r0[k] + v1 * r1[k]) + (v2 * r2[k] + v3 * r3[k]);
    }
    for (; i < n; i++)
        for (int k = 0; k < width; k++)
            out[k] += vector[i] * X[i * stride + k];
}

/* Merits q = g^2 / d of `width` sources, the columns of X (n, width) with rows `stride` apart, from
 * the first n numbers of the m vectors of an orthonormal basis and of the residual, basis
 * (m + 1, length). d, q (width,) out. One source has the bits that it has in a block. */
DAGBAG_CLONES
DAGBAG_STATIC void dagbag_merits_from_data(int n, int width, size_t stride, const double *X, int m,
                                           size_t length, const double *basis, const double *diag,
                                           double *d, double *q)
{
    double part[DAGBAG_BLOCK];
    for (int k = 0; k < width; k++)
        d[k] = diag[k];
    for (int t = 0; t < m; t++) {
        if (width == DAGBAG_BLOCK)
            dagbag_products_of(n, DAGBAG_BLOCK, stride, X, basis + t * length, part);
        else
            dagbag_products_of(n, width, stride, X, basis + t * length, part);
        for (int k = 0; k < width; k++)
            d[k] -= part[k] * part[k];
    }
    if (width == DAGBAG_BLOCK)
        dagbag_products_of(n, DAGBAG_BLOCK, stride, X, basis + m * length, part);
    else
        dagbag_products_of(n, width, stride, X, basis + m * length, part);
    for (int k = 0; k < width; k++)
        q[k] = part[k] * part[k] / d[k];
}

#endif
