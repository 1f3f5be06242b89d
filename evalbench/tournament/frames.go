package tournament

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"

	"gammonlab/engine/named"
	"gammonlab/internal/journal"
	"gammonlab/nets/kernel"
)

// results is the kind of files of ledgers. Frames are JSON objects: a player, the
// dice of a match, or pairs of games.
var results = journal.Kind{Name: "results", Version: 4, Kernel: kernel.CheckClass}

// mostPoints exceeds the points of any game.
const mostPoints = 1 << 20

// fileIdentity has the settings that all games of a file depend on.
type fileIdentity struct {
	Settings
	Kernel string `json:"kernel"` // class of the kernels that nets play with
}

func (s *Settings) identity() fileIdentity {
	return fileIdentity{named.Identify(*s), kernel.Class()}
}

// playerFrame adds a player; its number is the number of earlier player frames.
type playerFrame struct {
	Player string `json:"player"`
	Digest string `json:"digest"`
	Name   string `json:"name,omitempty"` // that the user gave
}

// diceFrame records that the games of players a and b use the dice of a match with the
// seed. Player a is A of the match. The assessment names the evaluator of luck
// and the judge; it is empty without them.
type diceFrame struct {
	Dice       uint64          `json:"dice"`
	A          int             `json:"a"`
	B          int             `json:"b"`
	Assessment json.RawMessage `json:"assessment,omitempty"`
}

// pairsFrame has games between players a and b, which are numbers; both games of a pair
// are in one frame. It has the points of a, who is before b. The first
// pair is number first.
type pairsFrame struct {
	A      int    `json:"a"`
	B      int    `json:"b"`
	First  int    `json:"first"`
	Points []int  `json:"points"`
	Record []byte `json:"record,omitempty"` // record of the games, if the frame has one pair of a match
}

// decode adds the content of a frame to the ledger.
func (l *Ledger) decode(frame []byte) error {
	switch {
	case bytes.HasPrefix(frame, []byte(`{"player":`)):
		return l.decodePlayer(frame)
	case bytes.HasPrefix(frame, []byte(`{"dice":`)):
		return l.decodeDice(frame)
	}
	return l.decodePairs(frame)
}

// strictly decodes an object that must be exactly as this program writes it.
func strictly(object []byte, v any) error {
	if err := json.Unmarshal(object, v); err != nil {
		return err
	}
	again, err := json.Marshal(v)
	if err == nil && !bytes.Equal(again, object) {
		err = fmt.Errorf("it is %.200s, want the fields as in %.200s", object, again)
	}
	return err
}

func (l *Ledger) decodePlayer(object []byte) error {
	var frame playerFrame
	if err := strictly(object, &frame); err != nil {
		return err
	}
	p := Player{Name: frame.Player, Alias: frame.Name, Digest: frame.Digest}
	if p.Name == "" {
		return errors.New("a player without a name")
	}
	if l.find(&p) >= 0 {
		return fmt.Errorf("player %q occurs twice", p.Name)
	}
	l.players = append(l.players, p)
	return nil
}

func (l *Ledger) decodeDice(object []byte) error {
	var frame diceFrame
	if err := strictly(object, &frame); err != nil {
		return err
	}
	if min(frame.A, frame.B) < 0 || max(frame.A, frame.B) >= len(l.players) {
		return fmt.Errorf("players %d and %d, want two of %d", frame.A, frame.B, len(l.players))
	}
	key, turned := l.pairing(frame.A, frame.B)
	if _, ok := l.dice[key]; ok || l.pairs(key) > 0 {
		return fmt.Errorf("dice of players %d and %d, who have begun already", frame.A, frame.B)
	}
	if err := l.freeDice(frame.Dice); err != nil {
		return err
	}
	l.dice[key] = matchDice{frame.Dice, turned, string(frame.Assessment)}
	return nil
}

func (l *Ledger) decodePairs(object []byte) error {
	var frame pairsFrame
	if err := strictly(object, &frame); err != nil {
		return err
	}
	key, per := [2]int{frame.A, frame.B}, l.settings.perItem()
	_, match := l.dice[key]
	switch {
	case min(frame.A, frame.B) < 0 || max(frame.A, frame.B) >= len(l.players):
		return fmt.Errorf("players %d and %d, want two of %d", frame.A, frame.B, len(l.players))
	case !before(&l.players[frame.A], &l.players[frame.B]) && !(match && frame.A == frame.B):
		return fmt.Errorf("players %d and %d, want two in the order of their names", frame.A, frame.B)
	case len(frame.Points) == 0 || len(frame.Points)%per != 0:
		return fmt.Errorf("%d games, want pairs", len(frame.Points))
	case frame.Record != nil && (!match || len(frame.Points) != per):
		return fmt.Errorf("a record of %d games, want one of a pair of a match", len(frame.Points))
	case frame.First != l.pairs(key):
		return fmt.Errorf("pairs of players %d and %d from number %d on, want from %d", frame.A, frame.B, frame.First, l.pairs(key))
	}
	for _, p := range frame.Points {
		if p < -mostPoints || p > mostPoints {
			return fmt.Errorf("a game of %d points", p)
		}
	}
	l.take(key, frame.Points, frame.Record)
	return nil
}
