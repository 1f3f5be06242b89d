package evalbench

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"math"
	"os"
	"time"

	"gammonlab/board"
	"gammonlab/internal/filelock"
)

// resultsFile keeps the items that are finished, in their order, each with a
// checksum, behind a head of three lines: what the file is, what all results
// depend on as JSON, and the checksum of both.
type resultsFile struct {
	file      *os.File
	unwritten []byte
	written   time.Time // the last time
}

const (
	resultsMagic = "gammonlab match 1\n"

	// gameSize is what a game takes: 5 counts, the result without luck, and for
	// each side two counts and two sums of errors.
	gameSize   = 5*4 + 8 + 2*(2*4+2*8)
	recordSize = 4 + 2*gameSize + 4 // item, games, checksum

	// writeInterval is how long items may wait to be written.
	writeInterval = time.Second / 2
)

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

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
	line, err := json.Marshal(id)
	if err != nil {
		return nil, err
	}
	head := fmt.Appendf(nil, "%s%s\n", resultsMagic, line)
	return fmt.Appendf(head, "%08x\n", crc32.Checksum(head, castagnoli)), nil
}

// openResults takes up the file of the match, or begins it, and adds what it
// holds to the result.
func (m *Match) openResults(result *Result) (*resultsFile, error) {
	file, err := os.OpenFile(m.Results, os.O_RDWR|os.O_CREATE, 0o666)
	if err != nil {
		return nil, fmt.Errorf("evalbench: %w", err)
	}
	if err := m.resume(file, result); err != nil {
		file.Close()
		return nil, fmt.Errorf("evalbench: %s: %w", m.Results, err)
	}
	return &resultsFile{file: file, written: time.Now()}, nil
}

// resume reads what is in the file and puts the file's position behind it.
func (m *Match) resume(file *os.File, result *Result) error {
	if err := filelock.Lock(file); err != nil {
		return fmt.Errorf("in use by another process: %w", err)
	}
	data, err := io.ReadAll(file)
	if err != nil {
		return err
	}
	head, err := m.resultsHead()
	if err != nil {
		return err
	}
	records, err := checkResultsHead(head, data)
	if err != nil {
		return err
	}
	if len(data) < len(head) { // new, or killed at once
		if _, err := file.WriteAt(head, 0); err != nil {
			return err
		}
	}
	whole, err := m.readResults(records, result)
	if err != nil {
		return err
	}
	end := int64(len(head) + whole)
	if err := file.Truncate(end); err != nil {
		return err
	}
	_, err = file.Seek(end, io.SeekStart)
	return err
}

// checkResultsHead refuses the file of anything else and returns its records.
func checkResultsHead(head, data []byte) ([]byte, error) {
	switch {
	case bytes.HasPrefix(data, head):
		return data[len(head):], nil
	case bytes.HasPrefix(head, data):
		return nil, nil
	case bytes.HasPrefix(data, []byte(resultsMagic)):
		found, _, _ := bytes.Cut(data[len(resultsMagic):], []byte("\n"))
		want, _, _ := bytes.Cut(head[len(resultsMagic):], []byte("\n"))
		return nil, fmt.Errorf("results of another match, or damaged: its settings are %.2000s, want %s", found, want)
	}
	return nil, fmt.Errorf("not the results of a match: it starts with %.20q, want %q", data, resultsMagic)
}

// readResults adds the items, as many as the match has, and returns how many
// bytes all items take. What is not whole at the end was being written when the
// process ended, and is dropped; damage anywhere else is an error.
func (m *Match) readResults(data []byte, result *Result) (int, error) {
	good := 0
	for i := range len(data) / recordSize {
		record := data[i*recordSize : (i+1)*recordSize]
		if crc32.Checksum(record[:recordSize-4], castagnoli) != binary.LittleEndian.Uint32(record[recordSize-4:]) {
			continue
		}
		if i != good {
			return 0, fmt.Errorf("damaged: the checksum of record %d is wrong, that of record %d is right", good, i)
		}
		o, err := m.decodeRecord(record)
		if err == nil && o.item != i {
			err = fmt.Errorf("item %d, want %d", o.item, i)
		}
		if err != nil {
			return 0, fmt.Errorf("damaged: record %d: %w", i, err)
		}
		good++
		if i < m.items() {
			m.count(&o, result)
			result.resumed = result.Games
		}
	}
	return good * recordSize, nil
}

// add keeps an item, which is written at once or soon.
func (f *resultsFile) add(o *outcome) error {
	f.unwritten = appendOutcome(f.unwritten, o)
	if now := time.Now(); now.Sub(f.written) >= writeInterval {
		f.written = now
		return f.flush()
	}
	return nil
}

func (f *resultsFile) flush() error {
	_, err := f.file.Write(f.unwritten)
	f.unwritten = f.unwritten[:0]
	if err != nil {
		return fmt.Errorf("evalbench: %w", err)
	}
	return nil
}

// close has all items on the disk.
func (f *resultsFile) close() error {
	return errors.Join(f.flush(), f.file.Sync(), f.file.Close())
}

func appendOutcome(dst []byte, o *outcome) []byte {
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
	}
	return le.AppendUint32(dst, crc32.Checksum(dst[from:], castagnoli))
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
		if i < m.gamesPerItem() {
			sound = sound && m.possible(g)
		}
	}
	if !sound {
		return o, fmt.Errorf("no game of this match: %+v", o.games)
	}
	return o, nil
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
