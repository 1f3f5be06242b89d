package records

import (
	"bytes"
	"cmp"
	"fmt"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/urfave/cli/v2"

	"gammonlab/board"
	"gammonlab/cmd/gammonlab/internal/cliutil"
	"gammonlab/datasets"
	"gammonlab/datasets/generate"
	"gammonlab/engine/spots"
	"gammonlab/internal/atomicfile"
	"gammonlab/internal/plaintext"
	"gammonlab/internal/version"
)

// hit is a spot with the file that it is in.
type hit struct {
	ID      string `json:"position_id"`
	MatchID string `json:"match_id"`
	File    string `json:"file"`
	Dice    string `json:"dice,omitempty"`
	spots.Spot
	variant board.Variant
}

func newHit(s spots.Spot, file string, v board.Variant) hit {
	h := hit{ID: s.Position.ID(), MatchID: s.Match.ID(), File: file, Spot: s, variant: v}
	if s.Match.Dice.Valid() {
		h.Dice = s.Match.Dice.String()
	}
	return h
}

// id returns the position ID with the match ID.
func (h *hit) id() string { return h.ID + ":" + h.MatchID }

// row returns the cells of the hit in the table. The last one is the cost, if errors were
// searched.
func (h *hit) row(withLoss bool) []string {
	row := []string{h.id(), h.File, strconv.Itoa(h.Game), strconv.Itoa(h.Move), h.Dice, cmp.Or(h.Name, h.Player.String()), h.Made}
	if withLoss {
		row = append(row, plaintext.Fixed(float32(h.Error.Equity), 3))
	}
	return row
}

// hits prints what was found, or writes it to a file.
type hits struct {
	c     *cli.Context
	file  string // "" to print the hits
	json  *cliutil.RowWriter
	table plaintext.Table
	all   []hit // hits to write to a file
	n     int
}

// newHits reads the flags.
func newHits(c *cli.Context) *hits {
	h := &hits{c: c, file: c.String("out"), table: plaintext.Table{Left: []int{0, 1, 5, 6}}}
	if c.Bool("json") {
		h.json = cliutil.NewRowWriter(c.App.Writer, "")
	}
	head := []string{"ID", "File", "Game", "Move", "Roll", "Who", "Decision"}
	if c.IsSet("threshold") {
		head = append(head, "Error")
	}
	h.table.Add(head...)
	return h
}

// add adds the hits in a file.
func (h *hits) add(found []hit) error {
	h.n += len(found)
	if h.file != "" {
		h.all = append(h.all, found...)
		return nil
	}
	for i := range found {
		if h.json == nil {
			h.table.Add(found[i].row(h.c.IsSet("threshold"))...)
		} else if err := h.json.JSON(&found[i]); err != nil {
			return err
		}
	}
	return nil
}

// finish prints or writes the remaining hits.
func (h *hits) finish() error {
	if h.file != "" {
		return h.write()
	}
	if h.json != nil {
		return h.json.Finish(nil)
	}
	text := "no position found\n"
	if h.n > 0 {
		text = h.table.Text()
	}
	_, err := fmt.Fprint(h.c.App.Writer, text)
	return err
}

// write writes the positions to the file, each position once.
func (h *hits) write() error {
	write := h.writeList
	if strings.EqualFold(filepath.Ext(h.file), ".parquet") {
		write = h.writeDatabase
	}
	n, err := write()
	if err != nil {
		return err
	}
	result := written{h.file, h.n, n}
	return cliutil.PrintEither(h.c, result, func() string {
		return fmt.Sprintf("%s: %d %s of %d %s\n", h.file, n, plaintext.Noun(n, "position", "positions"), h.n, plaintext.Noun(h.n, "decision", "decisions"))
	})
}

// written is the result of the command when positions go to a file.
type written struct {
	Out       string `json:"out"`
	Decisions int    `json:"decisions"`
	Positions int    `json:"positions"`
}

// writeList writes position IDs with match IDs, and returns their number.
func (h *hits) writeList() (int, error) {
	var text bytes.Buffer
	seen := map[string]bool{}
	for i := range h.all {
		if id := h.all[i].id(); !seen[id] {
			seen[id] = true
			fmt.Fprintln(&text, id)
		}
	}
	return len(seen), atomicfile.WriteFile(h.file, text.Bytes())
}

// writeDatabase writes the positions as rows without labels, and returns their number.
func (h *hits) writeDatabase() (int, error) {
	variant := board.Backgammon
	if len(h.all) > 0 {
		variant = h.all[0].variant
	}
	w, err := datasets.Create(h.file, datasets.Meta{Variant: variant, Provenance: h.provenance()})
	if err != nil {
		return 0, err
	}
	defer w.Abort()
	var seen datasets.KeySet
	for i := range h.all {
		s := &h.all[i]
		if !seen.Add(s.Position.Key()) {
			continue
		}
		if s.variant != variant {
			return 0, fmt.Errorf("%s: a match of %v, and %s has positions of %v", s.File, s.variant, h.file, variant)
		}
		row := datasets.NewRow(s.Position)
		row.Source = generate.SourceText("match", s.File)
		if err := w.Write(&row); err != nil {
			return 0, fmt.Errorf("%s: %w", s.File, err)
		}
	}
	return seen.Len(), w.Close()
}

// provenance returns the provenance of the database.
func (h *hits) provenance() map[string]string {
	p := map[string]string{"made_by": "gammonlab record search", "toolkit": version.Toolkit}
	for _, flag := range []string{"where", "kind", "class", "dice", "name", "threshold"} {
		if h.c.IsSet(flag) {
			p[flag] = fmt.Sprint(h.c.Value(flag))
		}
	}
	return p
}
