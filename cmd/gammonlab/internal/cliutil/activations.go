package cliutil

import (
	"flag"
	"slices"
	"strings"

	"gammonlab/nets"
)

// Activations returns the flag's value for the activation of all hidden layers, or
// those of each.
func Activations(one *nets.Activation, each *[]nets.Activation) flag.Value {
	return activationValue{one, each}
}

type activationValue struct {
	one  *nets.Activation
	each *[]nets.Activation
}

func (v activationValue) String() string { return string(*v.one) }

// Set implements [flag.Value].
func (v activationValue) Set(text string) (err error) {
	*v.one, *v.each, err = ParseActivations(text)
	return err
}

// ParseActivations reads one activation for all layers, or one for each, joined by
// commas.
func ParseActivations(text string) (nets.Activation, []nets.Activation, error) {
	var each []nets.Activation
	for _, name := range strings.Split(text, ",") {
		a, err := nets.ParseActivation(name)
		if err != nil {
			return "", nil, err
		}
		each = append(each, a)
	}
	if len(each) == 1 {
		return each[0], nil, nil
	}
	return "", each, nil
}

// FitActivations returns activations for so many layers. Layers that a net grows are of
// ReLU, others like the first.
func FitActivations(given []nets.Activation, n int, grows bool) []nets.Activation {
	more := nets.ReLU
	if !grows {
		more = slices.Concat(given, RepeatActivation(nets.Sigmoid, 1))[0]
	}
	return slices.Concat(given, RepeatActivation(more, max(n-len(given), 0)))[:n]
}

// RepeatActivation returns so many times the same activation.
func RepeatActivation(a nets.Activation, n int) []nets.Activation {
	return slices.Repeat([]nets.Activation{a}, n)
}
