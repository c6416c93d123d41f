/* The vectorised loops of the refit on the data.
 *
 * The residuals of a block of 64 sources stand together, (rows, 64), (rows, width) in the last
 * block: the loops run across the sources, and a block stays in a near cache while a whole basis is
 * taken off it.
 */
#ifndef DAGBAG_RESIDUALS_H
#define DAGBAG_RESIDUALS_H

#include "columns.h"

/* Take the projections on m orthonormal vectors, basis (m, n), off a vector, one after the other,
 * and add them to coefficients (m,) unless that is NULL. */
DAGBAG_CLONES
DAGBAG_STATIC void dagbag_project_out(int n, int m, const double *basis, double *vector,
                                      double *coefficients)
{
    for (int t = 0; t < m; t++) {
        const double *q = basis + (size_t)t * n;
        const double c = dagbag_dot_body(n, q, vector);
        for (int i = 0; i < n; i++)
            vector[i] -= c * q[i];
        if (coefficients)
            coefficients[t] += c;
    }
}

DAGBAG_INLINE void dagbag_project_width(int n, int width, int m, const double *basis,
                                        double *block)
{
    double c[DAGBAG_BLOCK];
    for (int t = 0; t < m; t++) {
        const double *q = basis + (size_t)t * n;
        for (int k = 0; k < width; k++)
            c[k] = 0.0;
        int i = 0;
        /* Four rows at a time, and 64 sources rather than 8: 22 Gflop/s instead of 10. */
        for (; i + 4 <= n; i += 4) {
            const double *r0 = block + (size_t)i * width, *r1 = r0 + width;
            const double *r2 = r1 + width, *r3 = r2 + width;
            const double q0 = q[i], q1 = q[i + 1], q2 = q[i + 2], q3 = q[i + 3];
            for (int k = 0; k < width; k++)
                c[k] += (q0 * r0[k] + q1 * r1[k]) + (q2 * r2[k] + q3 * r3[k]);
        }
        for (; i < n; i++)
            for (int k = 0; k < width; k++)
                c[k] += q[i] * block[(size_t)i * width + k];
        for (i = 0; i < n; i++)
            for (int k = 0; k < width; k++)
                block[(size_t)i * width + k] -= c[k] * q[i];
    }
}

/* Take the projections on m orthonormal vectors, basis (m, n), off a block, one after the other. */
DAGBAG_CLONES
DAGBAG_STATIC void dagbag_project_block(int n, int width, int m, const double *basis,
                                        double *block)
{
    if (width == DAGBAG_BLOCK)
        dagbag_project_width(n, DAGBAG_BLOCK, m, basis, block);
    else
        dagbag_project_width(n, width, m, basis, block);
}

DAGBAG_INLINE void dagbag_products_width(int n, int width, const double *block,
                                         const double *vector, double *square, double *product)
{
    for (int k = 0; k < width; k++)
        square[k] = product[k] = 0.0;
    for (int i = 0; i < n; i++) {
        const double *row = block + (size_t)i * width;
        for (int k = 0; k < width; k++) {
            square[k] += row[k] * row[k];
            product[k] += row[k] * vector[i];
        }
    }
}

/* Squares of the residuals of a block, (width,) out, and their products with a vector, (width,)
 * out. */
DAGBAG_CLONES
DAGBAG_STATIC void dagbag_block_products(int n, int width, const double *block,
                                         const double *vector, double *square, double *product)
{
    if (width == DAGBAG_BLOCK)
        dagbag_products_width(n, DAGBAG_BLOCK, block, vector, square, product);
    else
        dagbag_products_width(n, width, block, vector, square, product);
}

#endif
