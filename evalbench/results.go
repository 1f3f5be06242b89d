package evalbench

import (
	"encoding/binary"
	"fmt"
	"math"

	"gammonlab/board"
	"gammonlab/internal/recordfile"
)

// resultsFile keeps the items that are finished, in their order.
type resultsFile struct {
	*recordfile.File
	record []byte // the last one
	judged bool
}

const (
	// gameSize is what a game takes: 5 counts, the result without luck, and for
	// each side two counts and two sums of errors.
	gameSize = 5*4 + 8 + 2*(2*4+2*8)

	// judgedSize is what comes to a game that was judged: for each side a count
	// and a sum for each class, and its worst mistake.
	judgedSize = 2 * (len(ClassErrors{})*(4+8) + mistakeSize)
)

// results returns the kind of files that the match's results are kept in.
func (m *Match) results() *recordfile.Kind {
	kind := &recordfile.Kind{
		Magic: "gammonlab match 1\n", Size: 4 + 2*gameSize + 4, Record: "record", // item, games, checksum
		Not: "the results of a match", Other: "results of another match, or damaged",
	}
	if m.Judge != nil {
		kind.Magic = "gammonlab judged match 2\n"
		kind.Size += 2 * judgedSize
		kind.Not = "the results of a judged match, of this version"
	}
	return kind
}

// identity is all that the items of a match depend on.
type identity struct {
	A        string   `json:"a"`
	B        string   `json:"b"`
	Identity []string `json:"identity"`
	Variant  string   `json:"variant"`
	Form     string   `json:"form"`
	Seed     uint64   `json:"seed"`
	Unpaired bool     `json:"unpaired"`
	MaxPlies int      `json:"max_plies"`
	Luck     bool     `json:"luck"`
	Judge    string   `json:"judge"`
	Starts   []string `json:"starts,omitempty"`
}

// resultsHead returns the beginning of the match's file.
func (m *Match) resultsHead() ([]byte, error) {
	id := identity{
		A: m.NameA, B: m.NameB, Identity: m.Identity, Variant: m.Variant.String(), Form: m.Form.String(),
		Seed: m.Seed, Unpaired: m.Unpaired, MaxPlies: m.maxPlies(), Luck: m.Luck != nil,
	}
	if m.Judge != nil {
		o := m.Judge.Options()
		id.Judge = fmt.Sprintf("%d-ply %v, pruning %t", o.Plies, o.Filter, !o.NoPruning)
	}
	for i := range m.Starts {
		id.Starts = append(id.Starts, m.Starts[i].ID())
	}
	return m.results().Head(id)
}

// openResults takes up the file of the match, or begins it, and adds what it
// holds to the result.
func (m *Match) openResults(result *Result) (*resultsFile, error) {
	head, err := m.resultsHead()
	if err != nil {
		return nil, fmt.Errorf("evalbench: %w", err)
	}
	file, err := m.results().Open(m.Results, head, m.taking(result))
	if err != nil {
		return nil, fmt.Errorf("evalbench: %w", err)
	}
	return &resultsFile{File: file, judged: m.Judge != nil}, nil
}

// taking returns what adds records to the result, as many as the match has items.
func (m *Match) taking(result *Result) func(i int, record []byte) error {
	return func(i int, record []byte) error {
		o, err := m.decodeRecord(record)
		if err != nil {
			return err
		}
		if o.item != i {
			return fmt.Errorf("item %d, want %d", o.item, i)
		}
		if i < m.items() {
			m.count(&o, result)
			result.resumed = result.Games
		}
		return nil
	}
}

// add keeps an item, which is written at once or soon.
func (f *resultsFile) add(o *outcome) error {
	f.record = appendOutcome(f.record[:0], o, f.judged)
	if err := f.Add(f.record); err != nil {
		return fmt.Errorf("evalbench: %w", err)
	}
	return nil
}

// close has all items on the disk.
func (f *resultsFile) close() error {
	if err := f.Close(); err != nil {
		return fmt.Errorf("evalbench: %w", err)
	}
	return nil
}

func appendOutcome(dst []byte, o *outcome, judged bool) []byte {
	from, le := len(dst), binary.LittleEndian
	dst = le.AppendUint32(dst, uint32(o.item))
	for i := range o.games {
		g := &o.games[i]
		for _, n := range []int{g.points, g.plies, g.cube, g.games, g.drops} {
			dst = le.AppendUint32(dst, uint32(int32(n)))
		}
		dst = le.AppendUint64(dst, math.Float64bits(g.adjusted))
		for side := range g.errors {
			e := &g.errors[side]
			dst = le.AppendUint32(dst, uint32(e.Plays))
			dst = le.AppendUint64(dst, math.Float64bits(e.PlayError))
			dst = le.AppendUint32(dst, uint32(e.Cubes))
			dst = le.AppendUint64(dst, math.Float64bits(e.CubeError))
		}
		if judged {
			dst = appendJudged(dst, g)
		}
	}
	return recordfile.AppendSum(dst, from)
}

// appendJudged writes what a judge has found out about a game but for the sums.
func appendJudged(dst []byte, g *game) []byte {
	le := binary.LittleEndian
	for side := range g.classes {
		for _, c := range g.classes[side] {
			dst = le.AppendUint32(dst, uint32(c.Plays))
			dst = le.AppendUint64(dst, math.Float64bits(c.Error))
		}
		dst = appendMistake(dst, &g.worst[side])
	}
	return dst
}

// decodeRecord reads a record whose checksum is right.
func (m *Match) decodeRecord(record []byte) (outcome, error) {
	var o outcome
	rest := record
	integer := func() int {
		n := int32(binary.LittleEndian.Uint32(rest))
		rest = rest[4:]
		return int(n)
	}
	sound := true
	number := func() float64 {
		x := math.Float64frombits(binary.LittleEndian.Uint64(rest))
		rest = rest[8:]
		sound = sound && !math.IsNaN(x) && !math.IsInf(x, 0)
		return x
	}
	o.item = integer()
	for i := range o.games {
		g := &o.games[i]
		for _, n := range []*int{&g.points, &g.plies, &g.cube, &g.games, &g.drops} {
			*n = integer()
		}
		g.adjusted = number()
		for side := range g.errors {
			e := &g.errors[side]
			e.Plays, e.PlayError, e.Cubes, e.CubeError = integer(), number(), integer(), number()
			sound = sound && e.Plays >= 0 && e.Cubes >= 0
		}
		if m.Judge != nil {
			if err := decodeJudged(g, rest[:judgedSize], m.Variant); err != nil {
				return o, err
			}
			rest = rest[judgedSize:]
		}
		if i < m.gamesPerItem() {
			sound = sound && m.possible(g)
		}
	}
	if !sound {
		return o, fmt.Errorf("no game of this match: %+v", o.games)
	}
	return o, nil
}

// decodeJudged reads what appendJudged has written.
func decodeJudged(g *game, data []byte, v board.Variant) error {
	le := binary.LittleEndian
	for side := range g.classes {
		for c := range g.classes[side] {
			e := &g.classes[side][c]
			e.Plays, e.Error = int(int32(le.Uint32(data))), math.Float64frombits(le.Uint64(data[4:]))
			if e.Plays < 0 || math.IsNaN(e.Error) || math.IsInf(e.Error, 0) {
				return fmt.Errorf("%d plays that cost %v", e.Plays, e.Error)
			}
			data = data[4+8:]
		}
		var err error
		if g.worst[side], err = decodeMistake(data[:mistakeSize], v); err != nil {
			return err
		}
		data = data[mistakeSize:]
	}
	return nil
}

// possible reports whether a game can have ended so.
func (m *Match) possible(g *game) bool {
	most := 3
	switch {
	case m.Form.Length > 0:
		most = 1
	case m.Form.Cube:
		most = 3 * max(g.cube, 1)
	}
	return g.plies >= 0 && g.cube >= 0 && g.cube <= board.MaxCube && g.games >= 0 && g.drops >= 0 &&
		g.points >= -most && g.points <= most
}
