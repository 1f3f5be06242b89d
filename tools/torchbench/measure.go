//go:build unix

package main

import (
	"time"

	"golang.org/x/sys/unix"

	"gammonlab/nets/kernel"
	"gammonlab/nets/learn"
)

// learner returns a learner with the initial weights.
func (s *side) learner() (*learn.Learner, error) {
	return learn.New(s.start.Clone(), learn.Settings{Loss: learn.CrossEntropy, Method: learn.Adam, Workers: s.workers, Precision: s.precision})
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

// time returns the positions trained per second, measured over about the given number of
// seconds.
func (s *side) time(seconds float64) (float64, error) {
	l, err := s.learner()
	if err != nil {
		return 0, err
	}
	positions, begin := 0, 0.0
	for i := -3; ; i++ { // the first steps fill caches and grow buffers
		if i == 0 {
			begin = s.clock()
		}
		b := &s.batches[(i+len(s.batches))%len(s.batches)]
		if _, err := l.Step(b, rate); err != nil {
			return 0, err
		}
		if i < 0 {
			continue
		}
		positions += b.Len()
		if spent := s.clock() - begin; spent >= seconds {
			return float64(positions) / spent, nil
		}
	}
}

// clock returns seconds since a fixed time. With one worker, it returns the processor time
// of the process, which other programs affect less; otherwise wall time.
func (s *side) clock() float64 {
	if s.workers > 1 {
		return time.Since(started).Seconds()
	}
	var u unix.Rusage
	if err := unix.Getrusage(unix.RUSAGE_SELF, &u); err != nil {
		panic(err) // the operating system lacks this call
	}
	return float64(u.Utime.Nano()+u.Stime.Nano()) / 1e9
}

// started is the time at which the program started.
var started = time.Now()

// products returns the best GFLOP/s of several products of a 512×512 layer and 1024
// rows.
func (s *side) products(seconds float64) map[string]float64 {
	const n, width = 1024, 512
	x, w, y := make([]float32, n*width), make([]float32, width*width), make([]float32, n*width)
	speeds := map[string]float64{}
	for name, product := range map[string]func(){
		"forward":  func() { kernel.MulNN(y, x, w, n, width, width) },
		"gradient": func() { kernel.MulTN(w, x, y, n, width, width) },
		"back":     func() { kernel.MulNT(x, y, w, n, width, width) },
	} {
		for begin := time.Now(); time.Since(begin).Seconds() < seconds; {
			start := s.clock()
			product()
			speeds[name] = max(speeds[name], 2*n*width*width/(s.clock()-start)/1e9)
		}
	}
	return speeds
}
