package runs

import (
	"fmt"
	"slices"
	"strings"
)

// opponent is the player against which a run was measured.
type opponent struct{ name, digest string }

// pubeval is the opponent of all measurements of earlier versions.
var pubeval = opponent{name: "pubeval"}

// opponentOf returns the opponent of a metrics line.
func opponentOf(fields map[string]any) opponent {
	name, _ := fields["opponent"].(string)
	if name == "" {
		return pubeval
	}
	digest, _ := fields["opponent_digest"].(string)
	return opponent{name, digest}
}

// opponent returns the player against which the strength of the run was measured last, and
// whether it was measured.
func (r *Run) opponent() (opponent, bool) {
	for _, p := range slices.Backward(r.points) {
		if _, ok := p.values[key{name: Strength}]; ok {
			return p.opponent, true
		}
	}
	return opponent{}, false
}

// opponents returns the opponent of each run, "" of those without strength, and all different ones
// in the order of the runs. Different nets of the same name also have the beginning of their digests.
func opponents(all []*Run) (of []string, different []string) {
	digests := map[string][]string{}
	for _, r := range all {
		if o, ok := r.opponent(); ok && !slices.Contains(digests[o.name], o.digest) {
			digests[o.name] = append(digests[o.name], o.digest)
		}
	}
	for _, r := range all {
		o, ok := r.opponent()
		label := o.name
		if len(digests[o.name]) > 1 {
			label += fmt.Sprintf(" (%.8s)", o.digest)
		}
		of = append(of, label)
		if ok && !slices.Contains(different, label) {
			different = append(different, label)
		}
	}
	return of, different
}

// byOpponent returns the quantities of charts of the runs: strength against each of several
// opponents is a quantity of its own.
func byOpponent(all []*Run, found []Quantity) (list []Quantity) {
	_, different := opponents(all)
	for _, q := range found {
		if q.Name != Strength {
			list = append(list, q)
			continue
		}
		for _, opponent := range different {
			of := q
			of.Opponent, of.Title = opponent, q.Title+" against "+opponent
			if len(different) > 1 {
				of.Name += against + opponent
			}
			list = append(list, of)
		}
	}
	return list
}

// against joins the names of strength and of one of several opponents.
const against = "_against_"

// isStrength reports whether the quantity is strength, against any opponent.
func (q Quantity) isStrength() bool {
	return q.Name == Strength || strings.HasPrefix(q.Name, Strength+against)
}

// Apart says which runs were measured against different opponents, so that their strengths are not
// compared; "" if all have the same opponent.
func Apart(all []*Run) string {
	of, different := opponents(all)
	if len(different) < 2 {
		return ""
	}
	var parts []string
	for _, opponent := range different {
		var names []string
		for i, r := range all {
			if of[i] == opponent {
				names = append(names, r.Called())
			}
		}
		parts = append(parts, strings.Join(names, ", ")+" against "+opponent)
	}
	return "strength is not compared between different opponents: " + strings.Join(parts, "; ")
}
