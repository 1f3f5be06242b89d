package generate

import (
	"fmt"
	"strconv"
	"strings"

	"gammonlab/board"
	"gammonlab/board/pattern"
	"gammonlab/engine"
)

// Range is a range of numbers, both ends included.
type Range struct{ From, To int }

// String returns the range in the format of [ParseRange].
func (r Range) String() string {
	if r.From == r.To {
		return strconv.Itoa(r.From)
	}
	return fmt.Sprintf("%d-%d", r.From, r.To)
}

// ParseRange reads a range: 8, or 0-8.
func ParseRange(text string) (Range, error) {
	low, high, both := strings.Cut(text, "-")
	if !both {
		high = low
	}
	from, err1 := strconv.Atoi(low)
	to, err2 := strconv.Atoi(high)
	if err1 != nil || err2 != nil || from < 0 || to < from {
		return Range{}, fmt.Errorf("%q, want a number from 0 up such as 8, or two such as 0-8", text)
	}
	return Range{from, to}, nil
}

// MarshalText implements [encoding.TextMarshaler].
func (r Range) MarshalText() ([]byte, error) { return []byte(r.String()), nil }

// UnmarshalText implements [encoding.TextUnmarshaler].
func (r *Range) UnmarshalText(text []byte) (err error) {
	*r, err = ParseRange(string(text))
	return err
}

// Kinds are kinds of positions, of one of which a position must be. Their text joins them
// by commas; it may also have one on each line.
type Kinds []board.Kind

// Values returns the names of all kinds.
func (Kinds) Values() []string { return strings.Split(board.KindNames(board.Kinds()), ",") }

// MarshalText implements [encoding.TextMarshaler].
func (k Kinds) MarshalText() ([]byte, error) { return []byte(board.KindNames(k)), nil }

// UnmarshalText implements [encoding.TextUnmarshaler].
func (k *Kinds) UnmarshalText(text []byte) (err error) {
	*k, err = board.ParseKinds(strings.ReplaceAll(string(text), "\n", ","))
	return err
}

// Where is a pattern of positions; the zero Where matches all.
type Where struct{ *pattern.Pattern }

// MarshalText implements [encoding.TextMarshaler].
func (w Where) MarshalText() ([]byte, error) { return []byte(w.String()), nil }

// UnmarshalText implements [encoding.TextUnmarshaler].
func (w *Where) UnmarshalText(text []byte) (err error) {
	w.Pattern, err = pattern.Parse(string(text))
	return err
}

// Quotas are numbers of positions by class, in texts such as contact=500000,race=50000.
type Quotas map[engine.Class]int64

// MarshalText implements [encoding.TextMarshaler].
func (q Quotas) MarshalText() ([]byte, error) { return []byte(q.String()), nil }

// UnmarshalText implements [encoding.TextUnmarshaler].
func (q *Quotas) UnmarshalText(text []byte) (err error) {
	*q, err = ParseQuotas(string(text))
	return err
}

// ParseQuotas reads the text of quotas.
func ParseQuotas(text string) (Quotas, error) {
	quotas := Quotas{}
	for _, word := range strings.Split(text, ",") {
		name, value, _ := strings.Cut(word, "=")
		class, err := engine.ParseClass(name, engine.ClassesOfGames()...)
		if err != nil {
			return nil, fmt.Errorf("unknown class %w", err)
		}
		quota, err := strconv.ParseInt(value, 10, 64)
		if err != nil || quota < 1 || quota > maxPositions {
			return nil, fmt.Errorf("%q, want CLASS=N with a number of positions from 1 to %d", word, int64(maxPositions))
		}
		if quotas[class] > 0 {
			return nil, fmt.Errorf("class %v is listed twice", class)
		}
		quotas[class] = quota
	}
	return quotas, nil
}

// maxPositions bounds quotas, so that their sums cannot overflow.
const maxPositions = 1 << 48

// String returns the text of the quotas, in the order of the classes.
func (q Quotas) String() string {
	var words []string
	for _, class := range engine.Classes() {
		if quota, ok := q[class]; ok {
			words = append(words, fmt.Sprintf("%v=%d", class, quota))
		}
	}
	return strings.Join(words, ",")
}
