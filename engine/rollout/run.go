package rollout

import (
	"context"
	"fmt"
	"io"
	"sync"

	"gammonlab/engine"
	"gammonlab/engine/cube"
	"gammonlab/internal/farm"
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
	static := engine.NewFull(evaluator)
	t, err := newTrials(&settings, static, alternatives)
	if err != nil {
		return nil, err
	}
	r := newRun(t.settings, alternatives)
	if err := r.open(static); err != nil {
		return nil, err
	}
	var durable func() error
	if r.journal != nil {
		durable = r.journal.Sync
	}
	job, left := t.job(), r.left()
	job.Items, job.AtMost = func() uint64 { return left }, r.nextTarget(0) < r.settings.Trials
	if err := farm.Of(settings.Pool, settings.Workers).Run(ctx, job, r.next, r.take, durable); err != nil {
		r.err = fmt.Errorf("rollout: %w", err)
	}
	result := new(Result)
	r.summarise(result)
	return result, r.close()
}

// track is what is known of an alternative.
type track struct {
	alternative *Alternative
	samples     []Sample // by trial
	done        []bool   // whether the sample is there
	issued      int      // the first trial that is not handed out
	counted     tally    // of the trials up to the first that is missing or the target
	target      int      // trials that are needed before the next decision
	status      Status
}

// run is a rollout at work. It chooses the trials to play and takes their samples.
type run struct {
	settings *Settings
	alone    bool         // one goroutine plays, and nobody watches: nothing is handed out that may not count
	double   *cube.Stakes // those before the double that is to be decided on, nil if none is
	err      error
	journal  *journal.Journal // nil for none
	record   []byte           // scratch memory
	interim  Result           // for reports of progress

	mu       sync.Mutex // next and take are called at once
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

// left returns how many trials are not there.
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

// next is a [farm.Source] of trials of an alternative. At most those up to one
// decision ahead are handed out.
func (r *run) next(items int) (farm.Shard, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.finished {
		return farm.Shard{}, io.EOF
	}
	beyond, t := 0, r.furthestBehind(0)
	switch {
	case r.alone:
		items = checkEvery
	case t == nil: // what is likely to be needed next
		beyond, t = checkEvery, r.furthestBehind(checkEvery)
	case items > checkEvery:
		items -= items % checkEvery
	}
	if t == nil {
		return farm.Shard{}, farm.ErrLater
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

// limit returns below which trial those of an alternative are handed out, so many
// beyond its target.
func (r *run) limit(t *track, beyond int) int { return min(t.target+beyond, r.settings.Trials) }

// furthestBehind returns the active alternative with the fewest trials handed
// out, nil if all have come to their target and so many trials beyond.
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

// grow makes room for so many trials.
func (t *track) grow(n int) {
	for len(t.samples) < n {
		t.samples, t.done = append(t.samples, Sample{}), append(t.done, false)
	}
}

// has reports whether the sample of a trial is there.
func (t *track) has(trial int) bool { return trial < len(t.done) && t.done[trial] }

// put adds the sample of a trial.
func (t *track) put(trial int, sample *Sample) {
	t.grow(trial + 1)
	t.samples[trial], t.done[trial] = *sample, true
}

// take adds the samples of a shard and decides what can be decided.
func (r *run) take(s farm.Shard, result []byte) error {
	alternative, first := placeOf(s)
	var samples []Sample
	for len(result) > 0 {
		var sample Sample
		result = sample.read(result)
		samples = append(samples, sample)
		if r.journal != nil {
			if err := r.keep(alternative, first+len(samples)-1, &sample); err != nil {
				return err
			}
		}
	}
	return r.add(&r.tracks[alternative], first, samples)
}

// add adds the samples of consecutive trials and decides what can be decided.
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

// count adds the samples that are there without a gap, up to the target.
func (t *track) count() {
	for t.counted.n < t.target && t.has(t.counted.n) {
		t.counted.add(&t.samples[t.counted.n])
	}
}
