package openings

import (
	"encoding/json"
	"fmt"
	"io"

	"gammonlab/board"
	"gammonlab/engine"
	"gammonlab/internal/strictjson"
)

// Book is an opening book: plays with their equities.
type Book struct {
	Format    string            `json:"format"`
	Variant   string            `json:"variant"`
	Made      map[string]string `json:"made"` // settings that the equities depend on, such as the digest of the model
	Decisions []Decision        `json:"decisions"`
}

// formatName begins the file of a book.
const formatName = "gammonlab openings 1"

// Decision is a roll of the opening with its plays: the first of a game, or the reply
// to one.
type Decision struct {
	Opening string `json:"opening,omitempty"` // the first roll, for a reply
	Answers string `json:"answers,omitempty"` // the play of the first roll
	Dice    string `json:"dice"`
	ID      string `json:"position_id"`      // before the roll, seen by the player on roll
	Plays   []Play `json:"plays"`            // the best first
	Beside  string `json:"beside,omitempty"` // the play that the other player chooses
}

// Play is a play with its rollout, for the player who makes it.
type Play struct {
	Move           string   `json:"move"`
	Cubeful        float64  `json:"cubeful_equity"` // normalised
	Error          float64  `json:"standard_error"` // of the cubeful equity
	MWC            *float64 `json:"mwc,omitempty"`
	engine.Chances          // with the cubeless equity
	Trials         int      `json:"trials"`
	Equal          bool     `json:"equal,omitempty"` // within the joint standard error of the best
	ResultID       string   `json:"result_id"`       // seen by the opponent, who is then on roll
}

// Read reads the file of a book.
func Read(r io.Reader, file string) (*Book, error) {
	text, err := io.ReadAll(io.LimitReader(r, maxFile))
	if err != nil {
		return nil, err
	}
	b := new(Book)
	if err := strictjson.UnmarshalFile(text, b); err != nil {
		return nil, fmt.Errorf("%s: this is no opening book: %w", file, err)
	}
	if b.Format != formatName {
		return nil, fmt.Errorf("%s: the format is %.40q, want %q", file, b.Format, formatName)
	}
	for i := range b.Decisions {
		if err := b.Decisions[i].check(); err != nil {
			return nil, fmt.Errorf("%s: decision %d: %w", file, i+1, err)
		}
	}
	return b, nil
}

// maxFile bounds the size of a file, far above that of a book.
const maxFile = 64 << 20

// check returns an error for an invalid decision.
func (d *Decision) check() error {
	for _, roll := range []string{d.Dice, d.Opening} {
		if _, err := board.ParseRoll(roll); err != nil && roll != "" {
			return err
		}
	}
	switch {
	case d.Dice == "":
		return fmt.Errorf("the dice are missing")
	case len(d.Plays) == 0:
		return fmt.Errorf("%s has no plays", d.Dice)
	}
	return nil
}

// Write writes the file of the book. Equal books give equal bytes.
func (b *Book) Write(w io.Writer) error {
	e := json.NewEncoder(w)
	e.SetIndent("", " ")
	return e.Encode(b)
}
