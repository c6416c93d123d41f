/* The vectorised loops of the refit on the data. */
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

#endif
