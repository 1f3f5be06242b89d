// Package figures draws the results of a study of ratings and error rates: the figures
// of a report of package rating/fit.
//
// Points are measured, lines are fits or the manual's formula. Whiskers and bands
// are intervals of the report's confidence; those of R come from the spread of the
// results, those of coefficients from the bootstrap.
package figures
