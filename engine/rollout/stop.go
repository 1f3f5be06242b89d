package rollout

import "math"

// checkEvery is the number of trials between two decisions.
const checkEvery = throws

// nextTarget returns the number of trials of the first decision after the given
// number.
func (r *run) nextTarget(trials int) int {
	s := r.settings
	if s.Stop.Error == 0 && s.Stop.Distance == 0 {
		return s.Trials
	}
	least := (s.Stop.MinTrials + checkEvery - 1) / checkEvery * checkEvery
	return min(max(trials+checkEvery, least), s.Trials)
}

// decide makes a decision when all active alternatives have reached their
// targets. With new targets, samples beyond the old ones may count at once and
// lead to further decisions.
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
		r.checkStop()
		r.aim(reached)
	}
}

// checkStop sets the status of every alternative.
func (r *run) checkStop() {
	switch stop := &r.settings.Stop; {
	case stop.Distance > 0 && r.double != nil:
		if r.decided() || stop.Error > 0 && r.allPrecise() {
			r.settleAll()
		}
	case stop.Distance > 0:
		r.suspend()
		if stop.Error > 0 && r.allPrecise() {
			r.settleAll()
		}
	case stop.Error > 0:
		r.settlePrecise()
	}
}

// settleAll stops all alternatives that are not suspended.
func (r *run) settleAll() {
	for i := range r.tracks {
		if t := &r.tracks[i]; t.status != Suspended {
			t.status = Settled
		}
	}
}

// allPrecise reports whether all alternatives that are not suspended have the
// minimal number of trials and a small standard error.
func (r *run) allPrecise() bool {
	for i := range r.tracks {
		t := &r.tracks[i]
		if t.status != Suspended && (t.counted.n < r.settings.Stop.MinTrials || !r.precise(t)) {
			return false
		}
	}
	return true
}

// settlePrecise settles alternatives with a small error, those of a double
// together.
func (r *run) settlePrecise() {
	all := true
	for i := range r.tracks {
		t := &r.tracks[i]
		if t.counted.n < r.settings.Stop.MinTrials || !r.precise(t) {
			all = false
		} else if r.double == nil {
			t.status = Settled
		}
	}
	if all {
		r.settleAll()
	}
}

// precise reports whether both equities of an alternative have a small standard
// error; that of a match is converted to normalised equity.
func (r *run) precise(t *track) bool {
	e := t.counted.estimate()
	value := e.Error[Value]
	if stakes := t.alternative.Stakes; stakes != nil {
		value = r.tracks[0].alternative.Stakes.EquityError(value)
	}
	return max(e.Error[Cubeless], value) <= float64(r.settings.Stop.Error)
}

// decided reports whether both cube decisions are clear: whether to double, with the
// better answer of the opponent, and whether to take or to pass.
func (r *run) decided() bool {
	none, take := r.tracks[0].counted.estimate(), r.tracks[1].counted.estimate()
	if min(none.Trials, take.Trials) < r.settings.Stop.MinTrials {
		return false
	}
	pass := Estimate{}
	pass.Mean[Value] = r.double.Pass()
	offer := &take
	if pass.Mean[Value] < take.Mean[Value] {
		offer = &pass
	}
	clear := r.settings.Stop.Distance
	return math.Abs(Distance(&none, offer)) > clear && math.Abs(Distance(&take, &pass)) > clear
}

// suspend suspends alternatives far from the best, and reactivates those that
// no longer are.
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
		if r.tracks[i].counted.mean[Value] > r.tracks[best].counted.mean[Value] {
			best = i
		}
	}
	return best
}

// Distance returns the number of joint standard deviations (JSD) by which other
// is worse than best: standard errors of the difference of independent
// estimates.
func Distance(best, other *Estimate) float64 {
	joint := math.Hypot(best.Error[Value], other.Error[Value])
	const least = 1e-8 // exact values have no error
	return (best.Mean[Value] - other.Mean[Value]) / max(joint, least)
}

// aim sets the targets of the active alternatives after a decision at the given
// number of trials, or ends the rollout.
func (r *run) aim(reached int) {
	if r.over() {
		r.finished = true
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

// over reports whether no alternative needs more trials. The last active
// alternative needs as many as the others had, unless a standard error is
// required.
func (r *run) over() bool {
	active, least, most := 0, r.settings.Trials, 0
	for i := range r.tracks {
		t := &r.tracks[i]
		most = max(most, t.counted.n)
		if t.status == Active {
			active++
			least = min(least, t.counted.n)
		}
	}
	outlasted := r.settings.Stop.Distance > 0 && r.settings.Stop.Error == 0 && len(r.tracks) > 1
	return active == 0 || least == r.settings.Trials || outlasted && active == 1 && least == most
}
