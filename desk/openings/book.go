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

// formatName is the first line of a book file.
const formatName = "gammonlab openings 1"

// Decision is a roll of the opening with its plays: the first roll of a game, or a reply.
type Decision struct {
	Opening string `json:"opening,omitempty"` // the first roll, if this is a reply
	Answers string `json:"answers,omitempty"` // the play of the first roll, if this is a reply
	Dice    string `json:"dice"`
	ID      string `json:"position_id"`      // position before the roll, seen by the player on roll
	Plays   []Play `json:"plays"`            // the best first
	Beside  string `json:"beside,omitempty"` // play of the player that is shown for comparison
}

// Play is a play with its rollout, for the player who makes it.
type Play struct {
	Move string `json:"move"`
	engine.Evaluated
	Error    float64 `json:"standard_error"` // of the cubeful equity
	Trials   int     `json:"trials"`
	Equal    bool    `json:"equal,omitempty"`  // to the best play: not behind it by more than the joint standard error in the rollouts of each net
	Second   *Second `json:"second,omitempty"` // by the second net, nil for none
	ResultID string  `json:"result_id"`        // position after the play, seen by the opponent
}

// Second is the rollout of a play by a second net.
type Second struct {
	Cubeful float64 `json:"cubeful_equity"` // normalised
	Error   float64 `json:"standard_error"`
	Trials  int     `json:"trials"`
}

// Read reads a book file.
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

// maxFile bounds the size of a file, far above the size of a book.
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

// Write writes the book file. Equal books give identical bytes.
func (b *Book) Write(w io.Writer) error {
	e := json.NewEncoder(w)
	e.SetIndent("", " ")
	return e.Encode(b)
}
