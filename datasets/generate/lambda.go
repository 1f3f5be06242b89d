package generate

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"gammonlab/board"
)

// Lambda is the λ of the returns that label positions ([lambdareturn.Of]): one number for
// all positions, with exceptions for kinds. With a λ of 1 or close to 1, the model's
// evaluations of later positions have little weight in the label. This helps where the
// model is biased, as nets are on back games if they have seen few of them.
type Lambda struct {
	Rest  float64 // λ of positions that are of none of the kinds, 0 to 1
	Kinds []KindLambda
}

// KindLambda is the λ of the positions of a kind.
type KindLambda struct {
	Kind   board.Kind
	Lambda float64
}

// ParseLambda reads λ for all positions, followed by KIND=LAMBDA for kinds, joined by
// commas: 0.8,backgame=0.97,stuck=0.9.
func ParseLambda(text string) (Lambda, error) {
	var l Lambda
	for i, part := range strings.Split(text, ",") {
		name, value, named := strings.Cut(part, "=")
		if !named {
			value = name
		}
		number, err := strconv.ParseFloat(strings.TrimSpace(value), 64)
		if err != nil || named == (i == 0) {
			return Lambda{}, fmt.Errorf("λ is %q, want a number, optionally followed by KIND=NUMBER for kinds, joined by commas", text)
		}
		if !named {
			l.Rest = number
			continue
		}
		kinds, err := board.ParseKinds(name)
		if err != nil {
			return Lambda{}, err
		}
		l.Kinds = append(l.Kinds, KindLambda{kinds[0], number})
	}
	return l, l.Validate()
}

// Validate returns an error for a λ outside of 0 to 1 and for a kind that occurs twice.
func (l Lambda) Validate() error {
	if !(l.Rest >= 0 && l.Rest <= 1) { // rejects NaN, too
		return fmt.Errorf("λ is %v, want 0 to 1", l.Rest)
	}
	seen := map[board.Kind]bool{}
	for _, k := range l.Kinds {
		if !(k.Lambda >= 0 && k.Lambda <= 1) {
			return fmt.Errorf("λ of %s is %v, want 0 to 1", k.Kind, k.Lambda)
		}
		if seen[k.Kind] {
			return fmt.Errorf("λ of %s is given twice", k.Kind)
		}
		seen[k.Kind] = true
	}
	return nil
}

// zero reports whether λ is 0 for all positions.
func (l Lambda) zero() bool {
	return l.Rest == 0 && !slices.ContainsFunc(l.Kinds, func(k KindLambda) bool { return k.Lambda != 0 })
}

// Of returns the λ of a position: the λ of its first kind in the list, or Rest.
func (l Lambda) Of(pos *board.Position) float64 {
	for _, k := range l.Kinds {
		if k.Kind.Of(pos) {
			return k.Lambda
		}
	}
	return l.Rest
}

// String returns the text in the format of ParseLambda.
func (l Lambda) String() string {
	text := number(l.Rest)
	for _, k := range l.Kinds {
		text += fmt.Sprintf(",%s=%s", k.Kind, number(k.Lambda))
	}
	return text
}

// MarshalText implements [encoding.TextMarshaler].
func (l Lambda) MarshalText() ([]byte, error) { return []byte(l.String()), nil }

// UnmarshalText implements [encoding.TextUnmarshaler].
func (l *Lambda) UnmarshalText(text []byte) (err error) {
	*l, err = ParseLambda(string(text))
	return err
}

// MarshalJSON writes a number or, if there are kinds, a string in the format of
// ParseLambda.
func (l Lambda) MarshalJSON() ([]byte, error) {
	if l.Kinds == nil {
		return json.Marshal(l.Rest)
	}
	return json.Marshal(l.String())
}

// UnmarshalJSON reads the output of MarshalJSON.
func (l *Lambda) UnmarshalJSON(data []byte) (err error) {
	var text string
	if json.Unmarshal(data, &text) != nil {
		text = string(data)
	}
	*l, err = ParseLambda(text)
	return err
}
