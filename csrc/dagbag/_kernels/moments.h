/* The vectorised loops of standardisation: rows one after the other, so that every column is summed
 * from top to bottom, as numpy sums along the rows of a matrix that stands by rows. */
#ifndef DAGBAG_MOMENTS_H
#define DAGBAG_MOMENTS_H

#include "columns.h"

/* Means of the columns of values (n, p), X = values - mean, and the sums of squares of X. */
DAGBAG_CLONES
DAGBAG_STATIC void dagbag_center(size_t n, size_t p, const double *values, double *X, double *mean,
                                 double *square)
{
    for (size_t k = 0; k < p; k++) {
        mean[k] = values[k];
        square[k] = 0.0;
    }
    size_t i = 1;
    for (; i + 4 <= n; i += 4) { /* four rows at a time, in the same order: sums are moved less */
        const double *a = values + i * p, *b = a + p, *c = b + p, *d = c + p;
#pragma omp simd
        for (size_t k = 0; k < p; k++)
            mean[k] = mean[k] + a[k] + b[k] + c[k] + d[k];
    }
    for (; i < n; i++)
#pragma omp simd
        for (size_t k = 0; k < p; k++)
            mean[k] += values[i * p + k];
    for (size_t k = 0; k < p; k++)
        mean[k] /= (double)n;
    for (i = 0; i + 2 <= n; i += 2) {
        const double *a = values + i * p, *b = a + p;
        double *x = X + i * p, *y = x + p;
#pragma omp simd
        for (size_t k = 0; k < p; k++) {
            const double u = a[k] - mean[k], v = b[k] - mean[k];
            x[k] = u;
            y[k] = v;
            square[k] = square[k] + u * u + v * v;
        }
    }
    for (; i < n; i++)
#pragma omp simd
        for (size_t k = 0; k < p; k++) {
            const double x = values[i * p + k] - mean[k];
            X[i * p + k] = x;
            square[k] += x * x;
        }
}

/* The same of a resample: row drawn[i] of values is there count[i] times, n in all, and stands in X
 * (rows, p) once, times the root of its count. */
DAGBAG_CLONES
DAGBAG_STATIC void dagbag_center_drawn(size_t rows, size_t p, const double *values,
                                       const int64_t *drawn, const double *count, double n,
                                       double *X, double *mean, double *square)
{
    for (size_t k = 0; k < p; k++)
        mean[k] = square[k] = 0.0;
    for (size_t i = 0; i < rows; i++) {
        const double *row = values + (size_t)drawn[i] * p, times = count[i];
#pragma omp simd
        for (size_t k = 0; k < p; k++)
            mean[k] += times * row[k];
    }
    for (size_t k = 0; k < p; k++)
        mean[k] /= n;
    for (size_t i = 0; i < rows; i++) {
        const double *row = values + (size_t)drawn[i] * p, root = sqrt(count[i]);
#pragma omp simd
        for (size_t k = 0; k < p; k++) {
            const double x = (row[k] - mean[k]) * root;
            X[i * p + k] = x;
            square[k] += x * x;
        }
    }
}

/* Multiply the columns of X (n, p). */
DAGBAG_CLONES
DAGBAG_STATIC void dagbag_scale(size_t n, size_t p, const double *factor, double *X)
{
    for (size_t i = 0; i < n; i++)
#pragma omp simd
        for (size_t k = 0; k < p; k++)
            X[i * p + k] *= factor[k];
}

#endif
