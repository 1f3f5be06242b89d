package supervised

import (
	"iter"
	"math/rand/v2"
	"sync"

	"gammonlab/board"
	"gammonlab/internal/seed"
	"gammonlab/internal/workers"
	"gammonlab/nets/learn"
)

// feeder prepares the batches of an epoch ahead of the steps. Worker w of n makes every
// n-th batch from the w-th on; the batches do not depend on n. The trainer takes one
// batch at a time, returns it, and may stop between batches. Therefore the feeder does
// not use workers.Ordered, which would call the trainer.
type feeder struct {
	samples     *Samples
	arrangement     // of the epoch
	size        int // positions of a batch
	made        []chan *learn.Batch
	free        []chan *learn.Batch
	stop        chan struct{}
	failed      chan error // panics of workers
	group       sync.WaitGroup
	step        int // number of the next batch
	out         *learn.Batch
}

// Batches yields the samples in batches of the given size; the last batch may be
// smaller. The order depends on the seed and the number of the epoch. A batch is valid
// until the next one.
func (s *Samples) Batches(size int, ownSeed uint64, epoch int) iter.Seq[*learn.Batch] {
	return func(yield func(*learn.Batch) bool) {
		order := arrangement{order: make([]int32, s.Len())}
		order.shuffle(ownSeed, epoch)
		f := newFeeder(s, order, size, 0, 1)
		defer f.close()
		for b := f.next(); b != nil && yield(b); {
			b = f.next()
		}
	}
}

// shuffle puts the samples into the order of an epoch.
func (a *arrangement) shuffle(ownSeed uint64, epoch int) {
	rng := rand.New(seed.Stream(ownSeed, uint64(epoch)))
	if a.rolls != nil {
		a.shuffleRolls(rng)
		return
	}
	for i := range a.order {
		a.order[i] = int32(i)
	}
	rng.Shuffle(len(a.order), func(i, j int) { a.order[i], a.order[j] = a.order[j], a.order[i] })
}

// newFeeder starts workers that make batches from the given step on. Close stops them.
func newFeeder(s *Samples, a arrangement, size, step, n int) *feeder {
	f := &feeder{samples: s, arrangement: a, size: size, stop: make(chan struct{}), failed: make(chan error, n), step: step}
	for range n {
		f.made = append(f.made, make(chan *learn.Batch, 1))
		free := make(chan *learn.Batch, 2)
		free <- new(learn.Batch)
		free <- new(learn.Batch)
		f.free = append(f.free, free)
	}
	for i := range n {
		first := step + i
		f.group.Go(func() {
			err := workers.Guard(func() error {
				f.work(first)
				return nil
			})
			if err != nil {
				f.failed <- err
			}
		})
	}
	return f
}

// close stops the workers.
func (f *feeder) close() {
	close(f.stop)
	f.group.Wait()
}

// next returns the next batch, nil after the last. It is valid until the next call.
func (f *feeder) next() *learn.Batch {
	if f.out != nil {
		f.free[(f.step-1)%len(f.free)] <- f.out
		f.out = nil
	}
	if f.step*f.size >= len(f.order) {
		return nil
	}
	select {
	case f.out = <-f.made[f.step%len(f.made)]:
	case err := <-f.failed:
		workers.Fail(workers.Raise(err)) // the trainer's caller gets it
	}
	f.step++
	return f.out
}

// work makes all batches of a worker.
func (f *feeder) work(first int) {
	idx, val := make([]int32, f.samples.set.Len()), make([]float32, f.samples.set.Len())
	var pos board.Position
	for step := first; step*f.size < len(f.order); step += len(f.made) {
		var b *learn.Batch
		select {
		case b = <-f.free[step%len(f.free)]:
		case <-f.stop:
			return
		}
		b.Reset()
		from, to := step*f.size, min((step+1)*f.size, len(f.order))
		for _, i := range f.order[from:to] {
			n := f.samples.sparse(idx, val, &pos, int(i))
			b.Add(idx[:n], val[:n], (*[5]float32)(f.samples.Label(int(i))), f.samples.weight(int(i)))
		}
		if f.rolls != nil {
			b.Joined = append(b.Joined, f.joined[from:to]...)
		}
		select {
		case f.made[step%len(f.made)] <- b:
		case <-f.stop:
			return
		}
	}
}
