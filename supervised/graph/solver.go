package graph

import (
	"fmt"
	"math"

	"gorgonia.org/gorgonia"

	"gammonlab/nets/learn"
)

// solver is a gorgonia.Solver with the update rules of package nets/learn. Gorgonia's
// solvers hide their moments, so a run could not be resumed. Its Momentum has the rate
// inside the velocity, which is a different method when the rate changes.
type solver struct {
	settings learn.Settings
	rate     float64
	steps    int64
	moments  [][]float32 // one parameter matrix after the other, row after row
}

func newSolver(settings learn.Settings, size int) *solver {
	s := &solver{settings: settings, moments: [][]float32{make([]float32, size)}}
	if settings.Method == learn.Adam {
		s.moments = append(s.moments, make([]float32, size))
	}
	return s
}

// Step moves the parameters by their gradients and sets the gradients to 0, because
// gorgonia adds the next ones to them.
func (s *solver) Step(params []gorgonia.ValueGrad) error {
	s.steps++
	at := 0
	for _, p := range params {
		gradient, err := p.Grad()
		if err != nil {
			return fmt.Errorf("a parameter without gradient: %w", err)
		}
		values, slopes := p.Value().Data().([]float32), gradient.Data().([]float32)
		if s.settings.Method == learn.Adam {
			s.adam(values, slopes, at)
		} else {
			s.sgd(values, slopes, s.moments[0][at:])
		}
		at += len(values)
		clear(slopes)
	}
	return nil
}

func (s *solver) sgd(values, slopes, velocity []float32) {
	momentum, rate := float32(s.settings.Momentum), float32(s.rate)
	for i, g := range slopes {
		velocity[i] = momentum*velocity[i] + g
		values[i] -= rate * velocity[i]
	}
}

func (s *solver) adam(values, slopes []float32, at int) {
	mean, square := s.moments[0][at:], s.moments[1][at:]
	length := float32(s.rate / (1 - math.Pow(learn.AdamMean, float64(s.steps))))
	scale := float32(1 / (1 - math.Pow(learn.AdamSquare, float64(s.steps))))
	for i, g := range slopes {
		mean[i] = learn.AdamMean*mean[i] + (1-learn.AdamMean)*g
		square[i] = learn.AdamSquare*square[i] + (1-learn.AdamSquare)*g*g
		root := float32(math.Sqrt(float64(square[i] * scale)))
		values[i] -= length * mean[i] / (root + learn.AdamEpsilon)
	}
}
