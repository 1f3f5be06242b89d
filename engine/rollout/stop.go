package rollout

import (
	"math"
	"slices"

	"gammonlab/engine/cube"
)

// checkEvery is the number of trials between two decisions.
const checkEvery = throws

// nextTarget returns the number of trials of the first decision after the given
// number.
func (r *run) nextTarget(trials int) int {
	s := r.settings
	if s.Stop.Error == 0 && s.Stop.Distance == 0 && s.Stop.Difference == 0 {
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
	stop := &r.settings.Stop
	decided := false
	switch {
	case stop.Distance > 0 && r.double != nil:
		decided = r.decided()
	case stop.Distance > 0:
		r.suspend()
	case stop.Error > 0 && stop.Difference == 0:
		r.settlePrecise()
	}
	if decided || stop.Error+stop.Difference > 0 && r.allPrecise() {
		r.settleAll()
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
// minimal number of trials and the standard errors that are required.
func (r *run) allPrecise() bool {
	stop := &r.settings.Stop
	for i := range r.tracks {
		t := &r.tracks[i]
		if t.status != Suspended && (t.counted.n < stop.MinTrials || stop.Error > 0 && !r.precise(t)) {
			return false
		}
	}
	return stop.Difference == 0 || !slices.ContainsFunc(r.decisive(), func(d Difference) bool {
		return r.equityError(d.Error) > max(float64(stop.Difference), r.equityError(math.Abs(d.Mean))/10)
	})
}

// decisive returns the differences that decide: of a double, that without from that with the
// better answer, and that of the answers; otherwise the lead of the best alternative over
// the others that are not suspended.
func (r *run) decisive() []Difference {
	if r.double != nil {
		double, answer := r.doubled()
		return []Difference{double, answer}
	}
	best := r.best()
	leader := r.tracks[best].outcome()
	var all []Difference
	for i := range r.tracks {
		if t := &r.tracks[i]; i != best && t.status != Suspended {
			other := t.outcome()
			all = append(all, leader.Ahead(&other))
		}
	}
	return all
}

// equityError converts the standard error of a value to that of the normalised equity.
func (r *run) equityError(deviation float64) float64 {
	return equityError(deviation, r.tracks[0].alternative.Stakes)
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
	return max(e.Error[Cubeless], r.equityError(e.Error[Value])) <= float64(r.settings.Stop.Error)
}

// decided reports whether both cube decisions are clear: whether to double, with the
// better answer of the opponent, and whether to take or to pass.
func (r *run) decided() bool {
	if min(r.tracks[0].counted.n, r.tracks[1].counted.n) < r.settings.Stop.MinTrials {
		return false
	}
	double, answer := r.doubled()
	clear := r.settings.Stop.Distance
	return math.Abs(double.Distance()) > clear && math.Abs(answer.Distance()) > clear
}

// doubled returns the lead of not doubling over a double with the opponent's better answer,
// and that of a take over a pass, for the player who may double.
func (r *run) doubled() (double, answer Difference) {
	none, take := r.tracks[0].outcome(), r.tracks[1].outcome()
	return doubled(&none, &take, r.double)
}

// doubled is [run.doubled] of the outcomes without and with the double, at the stakes before it.
func doubled(none, take *Outcome, stakes *cube.Stakes) (double, answer Difference) {
	pass := Outcome{}
	pass.Mean[Value] = stakes.Pass()
	offer := take
	if pass.Mean[Value] < take.Mean[Value] {
		offer = &pass
	}
	return none.Ahead(offer), take.Ahead(&pass)
}

// suspend suspends alternatives far from the best, and reactivates those that
// no longer are.
func (r *run) suspend() {
	best := r.best()
	leader := r.tracks[best].outcome()
	for i := range r.tracks {
		t := &r.tracks[i]
		if i == best {
			t.status = Active
			continue
		}
		other := t.outcome()
		lead := leader.Ahead(&other)
		far := lead.Distance() > r.settings.Stop.Distance
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
