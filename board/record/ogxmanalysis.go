package record

import (
	"fmt"
	"math"
	"slices"

	"gammonlab/board/record/internal/ogxm"
)

// ogxmSources names the producers of analyses that state no model.
var ogxmSources = map[int]string{
	ogxm.OGX: "HedgeHog", ogxm.XG: xgSource, ogxm.External: "another engine", ogxm.BGBlitz: "BGBlitz", ogxm.Human: "a person",
}

// analysis adds the decisions of an analysis to the actions that they judge.
func (x *ogxmReader) analysis(a *ogxm.Analysis) {
	source := oneLine(a.Model)
	if known := ogxmSources[a.Producer]; source == "" || a.Producer == ogxm.XG {
		source = known
	}
	chances := x.inChances(a)
	for i := range a.Decisions {
		d := &a.Decisions[i]
		action := x.judged(d)
		if action == nil {
			continue
		}
		level := ogxmLevel(d.Kind, a.Level, d.Level)
		found := Analysis{Source: source}
		if old := action.Analysis; old != nil && old.Source == source {
			found = *old
		}
		if x.decision(&found, d, x.plies[d.Ply].seat, level, chances) {
			action.Analysis = &found
		}
	}
}

// inChances says of each kind of decision whether an analysis has match-winning chances
// instead of equities. Programs differ, and state the wrong unit, so in a match the values
// decide: a pass is worth 1 as an equity, and a chance is between 0 and 1.
func (x *ogxmReader) inChances(a *ogxm.Analysis) (chances [2]bool) {
	if x.match.Length == 0 {
		return chances
	}
	stated := !a.HasUnit || a.Currency == ogxm.MWC
	chances = [2]bool{ogxm.Checker: stated, ogxm.Cube: stated}
	outside := func(v float64) bool { return v < 0 || v > 1 }
	for i := range a.Decisions {
		switch d := &a.Decisions[i]; d.Kind {
		case ogxm.Checker:
			if slices.ContainsFunc(d.Alternatives, func(a ogxm.Alternative) bool { return outside(a.Equity) }) {
				chances[ogxm.Checker] = false
			}
		case ogxm.Cube:
			if d.DoublePass != nil {
				chances[ogxm.Cube] = math.Abs(*d.DoublePass-1) > 1e-4
			}
		}
	}
	return chances
}

// ogxmLevel returns the level of a decision, or else of its analysis, in words.
func ogxmLevel(kind int, levels ...*ogxm.Level) string {
	name := ""
	for _, l := range levels {
		if l == nil {
			continue
		}
		plies := l.CheckerAt
		if kind == ogxm.Cube {
			plies = l.CubeAt
		}
		switch {
		case l.Preset != "":
			name = oneLine(l.Preset)
		case l.Rollout:
			name = "rollout"
		case plies > 0:
			name = fmt.Sprintf("%d-ply", plies)
		}
	}
	return name
}

// judged returns the action at which the analysis of a decision stands, nil if there is
// none. A cube decision at the answer to a double stands at the double, unless that has
// one of its own.
func (x *ogxmReader) judged(d *ogxm.Decision) *Action {
	a := x.actionOf(d.Ply)
	if a == nil || d.Kind != ogxm.Cube || a.Kind != Take && a.Kind != Drop && a.Kind != Beaver {
		return a
	}
	double := x.actionOf(d.Ply - 1)
	if double == nil || double.Kind != Double || double.Analysis != nil && double.Analysis.Cube != nil {
		return nil
	}
	if d.Chances != nil {
		d.Chances = otherSide(d.Chances)
	}
	return double
}

// otherSide returns probabilities from the other player's point of view.
func otherSide(c *[5]float64) *[5]float64 { return &[5]float64{1 - c[0], c[3], c[4], c[1], c[2]} }

// decision adds a decision to an analysis and reports whether it has a value.
func (x *ogxmReader) decision(to *Analysis, d *ogxm.Decision, seat int, level string, chances [2]bool) bool {
	switch {
	case d.Kind == ogxm.Checker && len(d.Alternatives) > 0:
		to.Plays, to.PlaysMWC = nil, chances[ogxm.Checker]
		for i := range d.Alternatives {
			alternative := &d.Alternatives[i]
			to.Plays = append(to.Plays, Candidate{
				Steps:    ogxmSteps(seat, alternative.Steps),
				Estimate: ogxmEstimate(alternative.Equity, alternative.Chances, ogxmLevel(ogxm.Checker, &ogxm.Level{Preset: level}, alternative.Level)),
			})
		}
	case d.Kind == ogxm.Cube && d.NoDouble != nil && d.DoubleTake != nil:
		to.Cube = &CubeEstimate{
			Estimate:   ogxmEstimate(*d.NoDouble, d.Chances, level),
			DoubleTake: *d.DoubleTake, DoublePass: 1, MWC: chances[ogxm.Cube],
		}
	case d.Kind == ogxm.Luck && !chances[ogxm.Checker]:
		to.Luck = d.Luck
	default:
		return false
	}
	return true
}

// ogxmEstimate returns an estimate; chances may be nil.
func ogxmEstimate(equity float64, chances *[5]float64, level string) Estimate {
	e := Estimate{Level: level, Equity: equity}
	if chances != nil {
		e.Win, e.WinGammon, e.WinBackgammon, e.LoseGammon, e.LoseBackgammon = chances[0], chances[1], chances[2], chances[3], chances[4]
	}
	return e
}
