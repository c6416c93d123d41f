/* The loops of a numpy ufunc, as numpy's C API has it since 1.0: the first fields of PyUFuncObject,
 * which numpy/ufuncobject.h declares. Its headers are not needed to build, and an ufunc that does not
 * describe itself as these fields would is left alone. */
#ifndef DAGBAG_UFUNC_H
#define DAGBAG_UFUNC_H

#include <Python.h>
#include <string.h>

typedef void (*dagbag_ufunc_loop)(char **args, const Py_ssize_t *sizes, const Py_ssize_t *steps,
                                  void *data);

typedef struct {
    PyObject_HEAD
    int nin, nout, nargs, identity;
    dagbag_ufunc_loop *functions;
    void *const *data;
    int ntypes, reserved;
    const char *name, *types;
} dagbag_ufunc;

/* The loop of a ufunc of two arguments, of the given name and number of loops, on doubles; NULL if
 * it is not found. */
static dagbag_ufunc_loop dagbag_loop_of_doubles(PyObject *object, const char *name, long loops,
                                                char code, void **data)
{
    const dagbag_ufunc *ufunc = (const dagbag_ufunc *)object;
    if (Py_TYPE(object)->tp_basicsize < (Py_ssize_t)sizeof(dagbag_ufunc) || ufunc->nin != 2
        || ufunc->nout != 1 || ufunc->nargs != 3 || ufunc->ntypes != loops || !ufunc->functions
        || !ufunc->name || !ufunc->types || strcmp(ufunc->name, name) != 0)
        return 0;
    for (long i = 0; i < loops; i++) {
        const char *types = ufunc->types + 3 * i;
        if (types[0] == code && types[1] == code && types[2] == code) {
            *data = ufunc->data ? (void *)ufunc->data[i] : 0;
            return ufunc->functions[i];
        }
    }
    return 0;
}

#endif
