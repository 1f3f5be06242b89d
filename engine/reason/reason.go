package reason

import (
	"fmt"
	"strings"

	"gammonlab/engine/advice"
	"gammonlab/internal/plaintext"
)

// Quantity is a number that differs between the best choice and another, or between what the
// position has and what the right decision needs.
type Quantity struct {
	Name        string  // such as "wins" or "shots"
	Best, Other float64 // of the best choice and of the other; for the cube, of the position and the bound
	More        bool    // the best choice has more, else less
	text        string  // clause about the best choice or the position
}

// Holds reports whether the quantity differs in the direction that the text states.
func (q *Quantity) Holds() bool {
	if q.More {
		return q.Best > q.Other
	}
	return q.Best < q.Other
}

// Reason says why the best choice is better than another. The zero value says nothing.
type Reason struct {
	Gains []Quantity   // outcomes of a play, the one that counts most first; of the cube all quantities
	Signs []Quantity   // what a player sees on the board after the best play
	fault advice.Fault // of the cube; NoFault for a play
}

// String returns the reason as a sentence or two, "" for none.
func (r *Reason) String() string {
	switch {
	case len(r.Gains) == 0:
		return ""
	case r.fault != advice.NoFault:
		return plaintext.Capital(r.fault.String()) + ": " + list(r.Gains) + "."
	}
	text := "The best play " + list(r.Gains)
	if len(r.Signs) > 0 {
		text += ": it " + list(r.Signs)
	}
	return text + "."
}

// list joins the clauses of quantities.
func list(all []Quantity) string {
	clauses := make([]string, len(all))
	for i := range all {
		clauses[i] = all[i].text
	}
	last := len(clauses) - 1
	if last == 0 {
		return clauses[0]
	}
	return strings.Join(clauses[:last], ", ") + " and " + clauses[last]
}

// percent formats a share.
func percent(x float64) string { return plaintext.Fixed(float32(100*x), 1) + "%" }

// against formats what the best play has and the other has.
func against(best, other float64) string {
	return fmt.Sprintf("(%s against %s)", percent(best), percent(other))
}
