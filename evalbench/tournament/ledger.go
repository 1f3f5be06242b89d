package tournament

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"hash/fnv"
	"slices"
	"strings"

	"gammonlab/engine/named"
	"gammonlab/evalbench"
	"gammonlab/internal/journal"
	"gammonlab/internal/seed"
)

// Settings are the common settings of all games of a ledger. A game of a pair is a match
// if the rules have a length.
type Settings struct {
	evalbench.Conditions
	Unpaired bool `json:"unpaired"` // unpaired games; only for matches
}

// perItem returns the number of games with the same dice.
func (s *Settings) perItem() int {
	if s.Unpaired {
		return 1
	}
	return 2
}

// Player is a player. Two players may have equal names and different digests. Players
// that a ledger returns cannot play.
type Player = named.Player

func same(p, o *Player) bool { return p.Name == o.Name && p.Digest == o.Digest }

// before orders players by their nets first, so that games do not depend on where the files lie.
func before(p, o *Player) bool {
	return cmp.Or(strings.Compare(p.Content(), o.Content()), strings.Compare(p.Name, o.Name)) < 0
}

// Ledger holds pairs of games: the players and the points of each game. Its file is a
// journal. It has a frame for each player and one for every ten pairs of two players; a
// frame is a JSON object. If the process is killed, up to nine pairs of a pairing and the
// frames of the last half second are lost.
//
// The games of a match, see [Ledger.Match], have a frame for their dice and one for each
// pair, with all results of its games. For other games the ledger has only the points.
//
// Only one goroutine may use a ledger.
type Ledger struct {
	settings Settings
	players  []Player
	points   map[[2]int][]int     // points of the first of two players, game by game
	dice     map[[2]int]matchDice // dice of games that a match began
	records  map[[2]int][][]byte  // records of the first pairs of such games

	path string                   // path of the file, "" for none
	log  *journal.Journal         // journal of the file; nil without a file
	keep func(frame []byte) error // stores a frame, usually in log; nil to store nothing
}

// NewLedger returns a ledger in memory only.
func NewLedger(s Settings) *Ledger {
	return &Ledger{settings: s, points: map[[2]int][]int{}, dice: map[[2]int]matchDice{}, records: map[[2]int][][]byte{}}
}

// Settings returns the settings of all games.
func (l *Ledger) Settings() Settings { return l.settings }

// Open opens or creates the ledger in the file, and locks the file until
// [Ledger.Close]. It returns an error for a ledger with other settings and for a
// damaged one. An incomplete frame at the end, from a killed process, is dropped and
// described in note.
func Open(path string, s Settings) (l *Ledger, note string, err error) {
	l = NewLedger(s)
	if l.log, err = journal.Open(path, results, s.identity(), l.decode); err != nil {
		return nil, "", err
	}
	l.keep, l.path = l.log.Append, path
	if n := l.log.Dropped(); n > 0 {
		note = fmt.Sprintf("%s: its last line, of %d bytes, was cut short and is dropped", path, n)
	}
	return l, note, nil
}

// Close flushes the file to disk and unlocks it.
func (l *Ledger) Close() error {
	if l.log == nil {
		return nil
	}
	return l.log.Close()
}

// Sync flushes all frames to disk. Pairs that do not fill a frame of ten yet are not
// included.
func (l *Ledger) Sync() error {
	if l.log == nil {
		return nil
	}
	return l.log.Sync()
}

// write adds a frame to the file, if there is one.
func (l *Ledger) write(v any) error {
	if l.keep == nil {
		return nil
	}
	frame, err := json.Marshal(v)
	if err == nil {
		err = l.keep(frame)
	}
	if err != nil {
		return err
	}
	return nil
}

// enter returns the player's number; it adds a new player.
func (l *Ledger) enter(p *Player) (int, error) {
	if i := l.find(p); i >= 0 {
		l.players[i].Alias = cmp.Or(p.Alias, l.players[i].Alias)
		return i, nil
	}
	if p.Name == "" {
		return 0, errors.New("a player without a name")
	}
	l.players = append(l.players, Player{Name: p.Name, Alias: p.Alias, Digest: p.Digest})
	return len(l.players) - 1, l.write(&playerFrame{Player: p.Name, Digest: p.Digest, Name: p.Alias})
}

// find returns the player's number, -1 if it is unknown.
func (l *Ledger) find(p *Player) int {
	return slices.IndexFunc(l.players, func(known Player) bool { return same(&known, p) })
}

// pairing returns the key of two players, and whether the key has them in reverse order.
// The key has the order of before, not of the numbers, so that games do not depend on which
// player was added first.
func (l *Ledger) pairing(a, b int) (key [2]int, turned bool) {
	if before(&l.players[b], &l.players[a]) {
		return [2]int{b, a}, true
	}
	return [2]int{a, b}, false
}

// add appends the points of games of a pairing, and the record of the pair if there is
// one.
func (l *Ledger) add(key [2]int, points []int, record []byte) error {
	first := l.pairs(key)
	l.take(key, points, record)
	return l.write(&pairsFrame{A: key[0], B: key[1], First: first, Points: points, Record: record})
}

// take is add for games from the file.
func (l *Ledger) take(key [2]int, points []int, record []byte) {
	if record != nil && len(l.records[key]) == l.pairs(key) {
		l.records[key] = append(l.records[key], record)
	}
	l.points[key] = append(l.points[key], points...)
}

// pairs returns the number of pairs, or unpaired games, of a pairing.
func (l *Ledger) pairs(key [2]int) int { return len(l.points[key]) / l.settings.perItem() }

// seed returns the seed of the games of two players. Each pairing has another seed,
// because results with the same dice would not be independent.
func (l *Ledger) seed(key [2]int) uint64 {
	h := fnv.New64a()
	for _, i := range key {
		fmt.Fprintf(h, "%s\x00\x00", l.players[i].Content())
	}
	return seed.Derive(l.settings.Seed, h.Sum64())
}
