package tournament

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"hash/fnv"
	"io"
	"os"
	"slices"
	"strings"

	"gammonlab/board"
	"gammonlab/engine"
	"gammonlab/evalbench"
	"gammonlab/internal/filelock"
	"gammonlab/internal/seed"
)

// Settings are what all games of a ledger have in common.
type Settings struct {
	Variant   board.Variant
	Form      evalbench.Form // a game of a pair is then a match, if Form has them
	Seed      uint64
	Databases string // of endings, in words: what players know besides their nets
	Unpaired  bool   // games of their own dice; those of matches only

	// Opinions, of a match whose file is begun, say who tells luck and judges.
	Opinions string
}

// perItem returns how many games are played with the same dice.
func (s *Settings) perItem() int {
	if s.Unpaired {
		return 1
	}
	return 2
}

// Player is who plays. Of equal names and different digests are two players.
type Player struct {
	Name   string // not empty
	Digest string // of the net, empty for players without one

	// Player is cloned, not used itself. It is nil in a player that a ledger
	// returns.
	Player engine.Player
}

func (p *Player) same(o *Player) bool { return p.Name == o.Name && p.Digest == o.Digest }

func (p *Player) before(o *Player) bool {
	return cmp.Or(strings.Compare(p.Name, o.Name), strings.Compare(p.Digest, o.Digest)) < 0
}

// Ledger holds pairs of games: who played and what each game brought. In a file
// it has a line for the settings, one for each player and one for every ten pairs
// of two players, each a JSON object with a checksum. Lines are only ever added.
// Pairs that do not make ten yet are lost when the process is killed.
//
// The games of a match, see [Ledger.Match], have a line for their dice and one for
// each pair, with all that is known of its games. Of other games it has the points.
//
// A ledger serves one goroutine.
type Ledger struct {
	settings Settings
	players  []Player
	points   map[[2]int][]int     // of the first of two players, game by game
	dice     map[[2]int]matchDice // of games that a match began
	records  map[[2]int][][]byte  // of the first pairs of such games
	opinions string               // of its matches
	file     *os.File             // nil if nothing is to be kept
}

// NewLedger returns a ledger that is kept nowhere.
func NewLedger(s Settings) *Ledger {
	return &Ledger{
		settings: s, points: map[[2]int][]int{}, dice: map[[2]int]matchDice{}, records: map[[2]int][][]byte{}, opinions: s.Opinions,
	}
}

// Settings returns the settings of all games.
func (l *Ledger) Settings() Settings { return l.settings }

// Open takes up the ledger in the file, or begins it, and keeps the file for
// this process until [Ledger.Close]. A ledger of other settings is refused, and
// one with a damaged line, which the error names. A last line without its end was
// being written when a process was killed: it is dropped, and note says so.
func Open(path string, s Settings) (l *Ledger, note string, err error) {
	l = NewLedger(s)
	if l.file, err = os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o666); err != nil {
		return nil, "", fmt.Errorf("tournament: %w", err)
	}
	if note, err = l.read(); err != nil {
		l.file.Close()
		return nil, "", fmt.Errorf("tournament: %s: %w", path, err)
	}
	if note != "" {
		note = path + ": " + note
	}
	return l, note, nil
}

// read takes over what is in the file and puts the file's position behind it.
func (l *Ledger) read() (note string, err error) {
	if err := filelock.Lock(l.file); err != nil {
		return "", fmt.Errorf("in use by another process: %w", err)
	}
	data, err := io.ReadAll(l.file)
	if err != nil {
		return "", err
	}
	whole := bytes.LastIndexByte(data, '\n') + 1
	lines, err := l.decode(data[:whole])
	if err != nil {
		return "", err
	}
	if whole < len(data) {
		if lines == 0 && !beginning(data) {
			return "", notALedger(data)
		}
		note = fmt.Sprintf("line %d was cut short and is dropped", lines+1)
	}
	if err := l.file.Truncate(int64(whole)); err != nil {
		return "", err
	}
	if _, err := l.file.Seek(int64(whole), io.SeekStart); err != nil {
		return "", err
	}
	if lines == 0 {
		err = l.write(headOf(&l.settings))
	}
	return note, err
}

// Close has the file on the disk and gives it back.
func (l *Ledger) Close() error {
	if l.file == nil {
		return nil
	}
	return errors.Join(l.file.Sync(), l.file.Close())
}

// write adds a line to the file, if there is one.
func (l *Ledger) write(v any) error {
	if l.file == nil {
		return nil
	}
	line, err := encode(v)
	if err != nil {
		return fmt.Errorf("tournament: %w", err)
	}
	if _, err := l.file.Write(line); err != nil {
		return fmt.Errorf("tournament: %w", err)
	}
	return nil
}

// enter returns the player's number and enters it if it is new.
func (l *Ledger) enter(p *Player) (int, error) {
	if i := l.find(p); i >= 0 {
		return i, nil
	}
	if p.Name == "" {
		return 0, errors.New("tournament: a player without a name")
	}
	l.players = append(l.players, Player{Name: p.Name, Digest: p.Digest})
	return len(l.players) - 1, l.write(&playerLine{Player: p.Name, Digest: p.Digest})
}

// find returns the player's number, -1 if it is not known.
func (l *Ledger) find(p *Player) int {
	return slices.IndexFunc(l.players, func(known Player) bool { return known.same(p) })
}

// pairing returns the key of two players, ordered by name and digest and not by
// number, so that the games of two do not depend on who entered first; and
// whether their order is turned round in it.
func (l *Ledger) pairing(a, b int) (key [2]int, turned bool) {
	if l.players[b].before(&l.players[a]) {
		return [2]int{b, a}, true
	}
	return [2]int{a, b}, false
}

// add adds what games of a pairing brought, behind those that are there, and the
// record of the pair if there is one.
func (l *Ledger) add(key [2]int, points []int, record []byte) error {
	first := l.pairs(key)
	l.take(key, points, record)
	return l.write(&pairsLine{A: key[0], B: key[1], First: first, Points: points, Record: record})
}

// take is add for what is in the file.
func (l *Ledger) take(key [2]int, points []int, record []byte) {
	if record != nil && len(l.records[key]) == l.pairs(key) {
		l.records[key] = append(l.records[key], record)
	}
	l.points[key] = append(l.points[key], points...)
}

// pairs returns how many pairs of a pairing are there, or games of their own.
func (l *Ledger) pairs(key [2]int) int { return len(l.points[key]) / l.settings.perItem() }

// seed returns the seed of the games of two players. It is another one for each
// pairing: results with the same dice would not be independent of each other.
func (l *Ledger) seed(key [2]int) uint64 {
	h := fnv.New64a()
	for _, i := range key {
		fmt.Fprintf(h, "%s\x00%s\x00", l.players[i].Name, l.players[i].Digest)
	}
	return seed.Derive(l.settings.Seed, h.Sum64())
}
