package rollout

import (
	"context"
	"fmt"
	"io"
	"runtime"

	"gammonlab/engine"
	"gammonlab/engine/cube"
	"gammonlab/internal/journal"
	"gammonlab/internal/workers"
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
	dice := newDice(settings.Seed, settings.Plain, settings.Opening)
	runners := make([]*trialRunner, settings.workers())
	for i := range runners {
		runners[i] = newTrialRunner(&settings, dice, static, ahead.clone(), len(alternatives))
	}
	do := func(ctx context.Context, w *trialRunner, t trial) (Sample, error) { return w.do(ctx, t) }
	if err := workers.Steered(ctx, runners, r.next, do, r.take); err != nil {
		r.err = fmt.Errorf("rollout: %w", err)
	}
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

// run is a rollout at work. It chooses the trials of the workers and takes their
// samples.
type run struct {
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

// trial is one of an alternative.
type trial struct {
	*track
	number int
}

// next returns a trial to play, io.EOF when the rollout is over and false if what
// comes next hangs on unfinished trials.
func (r *run) next() (trial, bool, error) {
	if r.finished {
		return trial{}, false, io.EOF
	}
	t := r.furthestBehind(0)
	if t == nil { // what is likely to be needed next
		t = r.furthestBehind(checkEvery)
	}
	if t == nil {
		return trial{}, false, nil
	}
	number := t.issued
	t.grow(number + 1)
	t.issued = t.firstMissing(number + 1)
	return trial{t, number}, true, nil
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
func (r *run) take(t trial, sample Sample) error {
	t.samples[t.number], t.done[t.number] = sample, true
	if r.journal != nil {
		if err := r.keep(r.indexOf(t.track), t.number, &sample); err != nil {
			return err
		}
	}
	before := t.counted.n
	t.count()
	if t.counted.n == before {
		return nil
	}
	r.decide()
	if r.settings.Progress != nil {
		r.summarise(&r.interim)
		r.settings.Progress(&r.interim)
	}
	if r.finished {
		return workers.ErrEnough
	}
	return nil
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
