package recipe

import (
	"cmp"
	"regexp"
	"slices"
	"strings"
	"sync"

	"gammonlab/internal/result"
)

// outputPattern matches the output of a step in the settings of a record.
var outputPattern = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`\b([0-9a-f]{16})/[\w./-]+`)
})

// input returns the label and the identity of the step whose output a text contains, "" for
// none.
func (r *Record) input(text string) (label, identity string) {
	if m := outputPattern().FindStringSubmatch(text); m != nil {
		for identity, label := range r.Inputs {
			if strings.HasPrefix(identity, m[1]) {
				return label, identity
			}
		}
	}
	return "", ""
}

// named returns the settings with the labels of steps for their outputs.
func (r *Record) named() map[string]any {
	labels := map[string]string{}
	for identity, label := range r.Inputs {
		labels[identity[:shortDigest]] = label
	}
	return named(r.Settings, labels)
}

// named returns settings with labels for the outputs of steps; labels has them by the
// beginnings of their digests.
func named(settings map[string]any, labels map[string]string) map[string]any {
	all := map[string]any{}
	for name, value := range settings {
		text := outputPattern().ReplaceAllStringFunc(shown(value), func(output string) string {
			return cmp.Or(labels[output[:shortDigest]], output)
		})
		if text != "" { // a list without elements is no setting
			all[name] = text
		}
	}
	return all
}

// mEq is the number of mEq in a point.
var mEq = result.Points.Factor()

// matches returns the matches of the net, except against nets that come from it: these
// have them.
func (f *family) matches(r *Record) []Match {
	all := []Match{}
	for _, of := range f.records {
		points := "ppg"
		if _, adjusted := of.Results["luck_adjusted.ppg_low"]; adjusted { // much more precise
			points = "luck_adjusted.ppg"
		}
		low, known := of.Results[points+"_low"]
		if !known {
			continue
		}
		players := [2]string{shown(of.Settings["a"]), shown(of.Settings["b"])}
		for side, sign := range []float64{1, -1} {
			label, identity := of.input(players[1-side])
			other := f.byDigest[identity]
			if _, own := of.input(players[side]); f.byDigest[own] == r && other != r && !f.isBefore(r, other, map[*Record]bool{}) {
				all = append(all, Match{
					Against: cmp.Or(label, players[1-side]), Opponent: f.opponent(r, other, players[1-side]),
					MEq: sign * of.Results[points] * mEq, Margin: (of.Results[points+"_high"] - low) / 2 * mEq,
				})
			}
		}
	}
	return all
}

// gnubgPattern matches GNU Backgammon as a player, and its own weights.
var gnubgPattern = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`(^gnubg:|\bgnubg\.(wd|weights)\b)`) })

// opponent returns what an opponent of a net is; of is its record if it is a net of a step.
func (f *family) opponent(r, of *Record, player string) string {
	switch {
	case gnubgPattern().MatchString(player):
		return GNUBG
	case f.isBefore(of, r, map[*Record]bool{}):
		return Parent
	}
	return ""
}

// isBefore reports whether a net comes from another one, in any number of steps.
func (f *family) isBefore(of, r *Record, seen map[*Record]bool) bool {
	if of == nil || r == nil || seen[r] {
		return false
	}
	seen[r] = true
	return slices.ContainsFunc(f.parents(r, map[string]bool{}), func(p *Record) bool { return p == of || f.isBefore(of, p, seen) })
}

// errors returns what bench values has measured of the net alone.
func (f *family) errors(r *Record) []Errors {
	all := []Errors{}
	for _, of := range f.records {
		model := shown(of.Settings["model"])
		_, identity := of.input(model)
		rmse, known := of.Results["groups.equity_rmse"]
		if known && f.byDigest[identity] == r && !strings.Contains(model, " ") {
			margin := (of.Results["groups.equity_rmse_high"] - of.Results["groups.equity_rmse_low"]) / 2
			all = append(all, Errors{of.Step, rmse * mEq, margin * mEq})
		}
	}
	return all
}
