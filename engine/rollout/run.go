package rollout

import (
	"context"
	"fmt"
	"runtime"
	"sync"

	"gammonlab/engine"
	"gammonlab/engine/cube"
	"gammonlab/internal/journal"
)

// Run rolls the alternatives out with the evaluator, which is cloned for each
// worker. If the context is cancelled or the state cannot be written, it returns
// what the trials so far say along with an error.
//
// With [Settings.State], trials that the file holds are not played again, and
// the result is the same, to the bit, as if they had been; the file is there
// afterwards too, for a rollout of more trials. A file of another rollout is
// refused: of another seed, model or alternative, or of settings that change
// what a trial brings. Trials may be lost when the process is killed, those of
// about a second.
func Run(ctx context.Context, evaluator engine.Evaluator, alternatives []Alternative, settings Settings) (*Result, error) {
	if err := settings.Validate(); err != nil {
		return nil, err
	}
	if err := validateAlternatives(alternatives); err != nil {
		return nil, err
	}
	settings.basis = basisOf(alternatives)
	static := engine.NewFull(evaluator)
	ahead, err := newSearchers(&settings, static)
	if err != nil {
		return nil, err
	}
	r := newRun(&settings, alternatives)
	if err := r.open(static); err != nil {
		return nil, err
	}
	dice := NewDice(settings.Seed, settings.Plain, settings.Opening)
	var workers sync.WaitGroup
	for range settings.workers() {
		w := newWorker(ctx, &settings, dice, static, ahead.clone(), len(alternatives))
		workers.Go(func() { r.work(w) })
	}
	stopWaiting := context.AfterFunc(ctx, func() { r.stop(fmt.Errorf("rollout: stopped: %w", context.Cause(ctx))) })
	workers.Wait()
	stopWaiting()
	result := new(Result)
	r.summarise(result)
	return result, r.close()
}

func (s *Settings) workers() int {
	if s.Workers == 0 {
		return runtime.GOMAXPROCS(0)
	}
	return s.Workers
}

// track is what is known of an alternative.
type track struct {
	alternative *Alternative
	samples     []Sample // by trial
	done        []bool   // whether the sample is there
	issued      int      // the first trial that nobody has been asked for
	counted     tally    // of the trials up to the first that is missing or the target
	target      int      // trials that are needed before the next decision
	status      Status
}

// run is a rollout at work. Workers take trials from it and bring samples; all
// else happens under its lock.
type run struct {
	sync.Mutex
	wake     *sync.Cond
	settings *Settings
	tracks   []track
	double   *cube.Stakes // those before the double that is to be decided on, nil if none is
	finished bool
	err      error
	journal  *journal.Journal // nil for none
	record   []byte           // scratch memory
	interim  Result           // for reports of progress
}

func newRun(s *Settings, alternatives []Alternative) *run {
	r := &run{settings: s, tracks: make([]track, len(alternatives))}
	r.wake = sync.NewCond(r)
	if ofDouble(alternatives) {
		r.double = alternatives[0].Stakes
	}
	for i := range r.tracks {
		t := &r.tracks[i]
		t.alternative = &alternatives[i]
		t.target = r.nextTarget(0)
	}
	return r
}

// work plays trials until there are no more.
func (r *run) work(w *worker) {
	r.Lock()
	defer r.Unlock()
	for {
		t, trial := r.next()
		if t == nil {
			return
		}
		r.Unlock()
		sample, ok := w.trial(t.alternative, trial)
		r.Lock()
		if ok {
			r.take(t, trial, &sample)
		}
	}
}

// next returns a trial to play, nil when the rollout is over. It waits if what
// comes next hangs on trials in hand.
func (r *run) next() (*track, int) {
	for !r.finished {
		t := r.furthestBehind(0)
		if t == nil { // what is likely to be needed next
			t = r.furthestBehind(checkEvery)
		}
		if t != nil {
			trial := t.issued
			t.grow(trial + 1)
			t.issued = t.firstMissing(trial + 1)
			return t, trial
		}
		r.wake.Wait()
	}
	return nil, 0
}

// furthestBehind returns the active alternative with the fewest trials handed
// out, nil if all have come to their target and so many trials beyond.
func (r *run) furthestBehind(beyond int) *track {
	var behind *track
	for i := range r.tracks {
		t := &r.tracks[i]
		if t.status != Active || t.issued >= min(t.target+beyond, r.settings.Trials) {
			continue
		}
		if behind == nil || t.issued < behind.issued {
			behind = t
		}
	}
	return behind
}

// grow makes room for so many trials.
func (t *track) grow(n int) {
	for len(t.samples) < n {
		t.samples, t.done = append(t.samples, Sample{}), append(t.done, false)
	}
}

// firstMissing returns the first trial from the given one on that is not done.
func (t *track) firstMissing(trial int) int {
	for trial < len(t.done) && t.done[trial] {
		trial++
	}
	return trial
}

// take adds a trial's sample and decides what can be decided.
func (r *run) take(t *track, trial int, sample *Sample) {
	t.samples[trial], t.done[trial] = *sample, true
	if r.journal != nil && r.err == nil {
		if err := r.keep(r.indexOf(t), trial, sample); err != nil {
			r.fail(err)
		}
	}
	before := t.counted.n
	t.count()
	if t.counted.n == before {
		return
	}
	r.decide()
	if r.settings.Progress != nil {
		r.summarise(&r.interim)
		r.settings.Progress(&r.interim)
	}
}

func (r *run) indexOf(t *track) int {
	for i := range r.tracks {
		if t == &r.tracks[i] {
			return i
		}
	}
	panic("rollout: a track of another run")
}

// count adds the samples that are there without a gap, up to the target.
func (t *track) count() {
	for t.counted.n < t.target && t.counted.n < len(t.done) && t.done[t.counted.n] {
		t.counted.add(&t.samples[t.counted.n])
	}
}

// stop ends the rollout early.
func (r *run) stop(err error) {
	r.Lock()
	defer r.Unlock()
	if !r.finished {
		r.fail(err)
	}
}

func (r *run) fail(err error) {
	if r.err == nil {
		r.err = err
	}
	r.finish()
}

func (r *run) finish() {
	r.finished = true
	r.wake.Broadcast()
}
