package rollout

import "math"

// checkEvery is how many trials lie between two decisions about stopping.
const checkEvery = throws

// nextTarget returns the number of trials at which the next decision is made
// after one at the given number.
func (r *run) nextTarget(trials int) int {
	s := r.settings
	if s.Stop.Error == 0 && s.Stop.Distance == 0 {
		return s.Trials
	}
	least := (s.Stop.MinTrials + checkEvery - 1) / checkEvery * checkEvery
	return min(max(trials+checkEvery, least), s.Trials)
}

// decide looks, when all active alternatives have come to their target, which of
// them go on. With new targets, samples that were ahead of the old ones may
// count at once, so that there may be more to decide.
func (r *run) decide() {
	for !r.finished {
		reached := 0
		for i := range r.tracks {
			t := &r.tracks[i]
			if t.status != Active {
				continue
			}
			if t.counted.n < t.target {
				return
			}
			reached = max(reached, t.target)
		}
		r.judge()
		r.aim(reached)
		r.wake.Broadcast()
	}
}

// judge sets the status of every alternative.
func (r *run) judge() {
	switch stop := &r.settings.Stop; {
	case stop.Distance > 0:
		r.suspend()
	case stop.Error > 0:
		for i := range r.tracks {
			t := &r.tracks[i]
			if e := t.counted.estimate(); t.counted.n >= stop.MinTrials && e.Error[Cubeless] <= stop.Error {
				t.status = Settled
			}
		}
	}
}

// suspend leaves alternatives behind that are far from the best, and takes up
// those again that no longer are.
func (r *run) suspend() {
	best := r.best()
	ahead := r.tracks[best].counted.estimate()
	for i := range r.tracks {
		t := &r.tracks[i]
		if i == best {
			t.status = Active
			continue
		}
		behind := t.counted.estimate()
		far := Distance(&ahead, &behind) > r.settings.Stop.Distance
		switch {
		case !far:
			t.status = Active
		case t.counted.n >= r.settings.Stop.MinTrials:
			t.status = Suspended
		}
	}
}

// best returns the index of the alternative with the highest equity.
func (r *run) best() int {
	best := 0
	for i := range r.tracks {
		if r.tracks[i].counted.mean[Cubeless] > r.tracks[best].counted.mean[Cubeless] {
			best = i
		}
	}
	return best
}

// Distance returns by how many joint standard deviations (JSD) the second is
// worse than the first: standard errors of the difference, as if their trials had
// nothing in common.
func Distance(best, other *Estimate) float64 {
	joint := math.Hypot(best.Error[Cubeless], other.Error[Cubeless])
	const least = 1e-8 // what is known exactly has no error
	return (best.Mean[Cubeless] - other.Mean[Cubeless]) / max(joint, least)
}

// aim sets the targets of the active alternatives after a decision at the given
// number of trials, or ends the rollout.
func (r *run) aim(reached int) {
	active, behind := 0, false
	for i := range r.tracks {
		if t := &r.tracks[i]; t.status == Active {
			active++
			behind = behind || t.counted.n < r.settings.Trials
		}
	}
	if !behind || active == 0 || active == 1 && len(r.tracks) > 1 && r.settings.Stop.Distance > 0 {
		r.finish()
		return
	}
	target := r.nextTarget(reached)
	for i := range r.tracks {
		if t := &r.tracks[i]; t.status == Active {
			t.target = target
			t.count()
		}
	}
}
