package rollout

import (
	"context"
	"io"
	"sync"

	"gammonlab/engine"
	"gammonlab/engine/cube"
	"gammonlab/farm"
	"gammonlab/internal/journal"
)

// Run rolls the alternatives out with the evaluator, which is cloned for each
// worker. If the context is cancelled or the state cannot be written, it
// returns the results of the trials so far together with an error.
//
// With [Settings.State], trials in the file are not played again. The result is
// the same, to the bit, as without the interruption. The file is kept
// afterwards, for a rollout with more trials. Run rejects a file of another
// rollout: with another seed, model or alternative, or with settings that
// change trials. If the process is killed, the trials of about the last second
// are lost.
func Run(ctx context.Context, evaluator engine.Evaluator, alternatives []Alternative, settings Settings) (*Result, error) {
	static := engine.NewFull(evaluator)
	if err := settings.Validate(); err != nil {
		return nil, err
	}
	t, err := newTrials(&settings.Trial, static, alternatives)
	if err != nil {
		return nil, err
	}
	r := newRun(&settings, alternatives)
	if err := r.open(t); err != nil {
		return nil, err
	}
	var durable func() error
	if r.journal != nil {
		durable = r.journal.Sync
	}
	job, left := t.job(), r.left()
	job.Items, job.AtMost = func() uint64 { return left }, r.nextTarget(0) < r.settings.Trials
	if err := job.Run(ctx, farm.Of(settings.Pool, settings.Workers), r.next, r.take, durable); err != nil {
		r.err = err
	}
	result := new(Result)
	r.summarise(result)
	return result, r.close()
}

// track is the state of an alternative.
type track struct {
	alternative *Alternative
	samples     []Sample // by trial
	done        []bool   // the sample is known
	issued      int      // the first trial that has not been distributed
	counted     tally    // of the trials up to the first missing one or the target
	target      int      // number of trials before the next decision
	status      Status
}

// run is a running rollout. It selects the trials and collects their samples.
type run struct {
	settings *Settings
	alone    bool         // one goroutine plays without progress reports: only trials that certainly count are distributed
	double   *cube.Stakes // stakes before the double to be decided, nil if there is none
	err      error
	journal  *journal.Journal // nil for none
	record   []byte           // scratch memory
	interim  Result           // for reports of progress

	mu       sync.Mutex // next and take are called concurrently
	tracks   []track
	finished bool
}

func newRun(s *Settings, alternatives []Alternative) *run {
	r := &run{settings: s, tracks: make([]track, len(alternatives))}
	r.alone = s.Pool == nil && s.Workers == 1 && s.Progress == nil
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

// left returns the number of missing trials.
func (r *run) left() uint64 {
	n := 0
	for i := range r.tracks {
		for trial := range r.settings.Trials {
			if !r.tracks[i].has(trial) {
				n++
			}
		}
	}
	return uint64(n)
}

// next is a [farm.Source]: it returns a shard of trials of an alternative. It
// runs ahead by at most one decision.
func (r *run) next(items int) (*shard, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.finished {
		return nil, io.EOF
	}
	beyond, t := 0, r.furthestBehind(0)
	switch {
	case r.alone:
		items = checkEvery
	case t == nil: // trials that are probably needed next
		beyond, t = checkEvery, r.furthestBehind(checkEvery)
	case items > checkEvery:
		items -= items % checkEvery
	}
	if t == nil {
		return nil, farm.ErrLater
	}
	first := t.issued
	t.issued++
	for t.issued < min(first+items, r.limit(t, beyond)) && !t.has(t.issued) {
		t.issued++
	}
	s := shardOf(r.indexOf(t), first, t.issued-first)
	for t.has(t.issued) {
		t.issued++
	}
	return s, nil
}

// limit returns the first trial of an alternative that must not be distributed yet; it is
// at most beyond trials after the target.
func (r *run) limit(t *track, beyond int) int { return min(t.target+beyond, r.settings.Trials) }

// furthestBehind returns the active alternative with the fewest trials
// distributed, nil if all have reached their targets plus beyond.
func (r *run) furthestBehind(beyond int) *track {
	var behind *track
	for i := range r.tracks {
		t := &r.tracks[i]
		if t.status != Active || t.issued >= r.limit(t, beyond) {
			continue
		}
		if behind == nil || t.issued < behind.issued {
			behind = t
		}
	}
	return behind
}

// grow makes room for n trials.
func (t *track) grow(n int) {
	for len(t.samples) < n {
		t.samples, t.done = append(t.samples, Sample{}), append(t.done, false)
	}
}

// has reports whether the sample of a trial is known.
func (t *track) has(trial int) bool { return trial < len(t.done) && t.done[trial] }

// put stores the sample of a trial.
func (t *track) put(trial int, sample *Sample) {
	t.grow(trial + 1)
	t.samples[trial], t.done[trial] = *sample, true
}

// take adds the samples of a shard and makes the decisions that are possible.
func (r *run) take(s *shard) error {
	alternative, first := placeOf(s.First)
	if r.journal != nil {
		for i := range s.Results {
			if err := r.keep(alternative, first+i, &s.Results[i]); err != nil {
				return err
			}
		}
	}
	return r.add(&r.tracks[alternative], first, s.Results)
}

// add adds the samples of consecutive trials and makes the decisions that are
// possible.
func (r *run) add(t *track, first int, samples []Sample) error {
	r.mu.Lock()
	for i := range samples {
		t.put(first+i, &samples[i])
	}
	before := t.counted.n
	t.count()
	counted := t.counted.n > before
	if counted {
		r.decide()
	}
	finished := r.finished
	r.mu.Unlock()
	if counted && r.settings.Progress != nil {
		r.summarise(&r.interim)
		r.settings.Progress(&r.interim)
	}
	if finished {
		return farm.ErrEnough
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

// count adds the consecutive known samples to the tally, up to the target.
func (t *track) count() {
	for t.counted.n < t.target && t.has(t.counted.n) {
		t.counted.add(&t.samples[t.counted.n])
	}
}
