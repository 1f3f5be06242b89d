package fit

import (
	"fmt"
	"slices"
)

// Method is the method of fitting a line to the points of a length.
type Method string

// The methods.
const (
	OLS    Method = "ols"    // ordinary least squares, as in the manual of 2003
	WLS    Method = "wls"    // weights 1/variance of R
	Robust Method = "robust" // outliers get less weight, see [Fit]
)

// Part selects the pairs to which a model is fitted. A pair is equal if each of its
// players has the same noise in checker play and cube decisions, as in part I of the
// manual's study. Otherwise it is mixed, as in part II.
type Part string

// The parts.
const (
	// Auto fits the linear model to equal pairs, or to all pairs if there are none, and
	// the bilinear model to mixed pairs.
	Auto  Part = "auto"
	All   Part = "all" // both models to all pairs
	Equal Part = "1"   // both models to equal pairs
	Mixed Part = "2"   // both models to mixed pairs
)

// Options are the settings of a fit. The zero value of a field selects the default, which
// is in parentheses.
type Options struct {
	Method     Method  // (OLS)
	Part       Part    // (Auto)
	Bootstrap  int     // resamples, at least 20 (1000)
	Confidence float64 // of the intervals, between 0 and 1 (0.9)
	Seed       uint64  // of the resamples
	Workers    int     // goroutines, at least 1; the result does not depend on it (1)
	Lengths    []int   // lengths of the matches to use (all)
}

const fewestResamples = 20

func (o *Options) setDefaults() {
	if o.Method == "" {
		o.Method = OLS
	}
	if o.Part == "" {
		o.Part = Auto
	}
	if o.Bootstrap == 0 {
		o.Bootstrap = 1000
	}
	if o.Confidence == 0 {
		o.Confidence = 0.9
	}
	if o.Workers == 0 {
		o.Workers = 1
	}
}

// Validate returns an error for the first invalid setting.
func (o Options) Validate() error {
	o.setDefaults()
	switch {
	case !slices.Contains([]Method{OLS, WLS, Robust}, o.Method):
		return fmt.Errorf("method %q, want %s, %s or %s", o.Method, OLS, WLS, Robust)
	case !slices.Contains([]Part{Auto, All, Equal, Mixed}, o.Part):
		return fmt.Errorf("part %q, want %s, %s, %s or %s", o.Part, Auto, All, Equal, Mixed)
	case o.Bootstrap < fewestResamples:
		return fmt.Errorf("%d resamples, want at least %d", o.Bootstrap, fewestResamples)
	case !(o.Confidence > 0 && o.Confidence < 1):
		return fmt.Errorf("confidence %v, want a number between 0 and 1", o.Confidence)
	case o.Workers < 1:
		return fmt.Errorf("%d workers, want at least 1", o.Workers)
	}
	for _, n := range o.Lengths {
		if n < 1 {
			return fmt.Errorf("length %d, want at least 1", n)
		}
	}
	return nil
}
