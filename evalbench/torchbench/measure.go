package main

import (
	"time"

	"gammonlab/nets/kernel"
	"gammonlab/nets/learn"
)

// learner returns a learner of the start weights.
func (s *side) learner() (*learn.Learner, error) {
	return learn.New(s.start.Clone(), learn.Settings{Loss: learn.CrossEntropy, Method: learn.Adam, Workers: workers})
}

// curve returns the losses of the first steps.
func (s *side) curve(steps int) ([]float64, error) {
	l, err := s.learner()
	if err != nil {
		return nil, err
	}
	losses := make([]float64, steps)
	for i := range losses {
		if losses[i], err = l.Step(&s.batches[i%len(s.batches)], rate); err != nil {
			return nil, err
		}
	}
	return losses, nil
}

// time returns positions learned a second, over about so many seconds.
func (s *side) time(seconds float64) (float64, error) {
	l, err := s.learner()
	if err != nil {
		return 0, err
	}
	positions := 0
	var begin time.Time
	for i := -3; ; i++ { // at first caches fill and buffers grow
		if i == 0 {
			begin = time.Now()
		}
		b := &s.batches[(i+len(s.batches))%len(s.batches)]
		if _, err := l.Step(b, rate); err != nil {
			return 0, err
		}
		if i < 0 {
			continue
		}
		positions += b.Len()
		if spent := time.Since(begin).Seconds(); spent >= seconds {
			return float64(positions) / spent, nil
		}
	}
}

// products returns the GFLOP/s of the products of a layer of 512×512 over 1024
// rows, best of several.
func products(seconds float64) map[string]float64 {
	const n, width = 1024, 512
	x, w, y := make([]float32, n*width), make([]float32, width*width), make([]float32, n*width)
	speeds := map[string]float64{}
	for name, product := range map[string]func(){
		"forward":  func() { kernel.MulNN(y, x, w, n, width, width) },
		"gradient": func() { kernel.MulTN(w, x, y, n, width, width) },
		"back":     func() { kernel.MulNT(x, y, w, n, width, width) },
	} {
		for begin := time.Now(); time.Since(begin).Seconds() < seconds; {
			start := time.Now()
			product()
			speeds[name] = max(speeds[name], 2*n*width*width/time.Since(start).Seconds()/1e9)
		}
	}
	return speeds
}
