package tournament

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
	"strconv"

	"gammonlab/board"
	"gammonlab/nets/kernel"
)

const (
	format = "gammonlab pairs 1"
	magic  = `{"format":"` + format + `",`

	// sumForm is the end of every line: the CRC-32C of what is before it.
	sumForm = `,"sum":"%08x"}` + "\n"

	// mostPoints is beyond what a game can bring with any cube in use.
	mostPoints = 1 << 20
)

// headLine is the first line of a ledger.
type headLine struct {
	Format string `json:"format"`
	SettingsRecord
	Unpaired bool   `json:"unpaired,omitempty"`
	Opinions string `json:"opinions,omitempty"`
	Kernel   string `json:"kernel,omitempty"` // class of the kernels that nets play with; not in older files
}

// playerLine enters a player, whose number is that of such lines before.
type playerLine struct {
	Player string `json:"player"`
	Digest string `json:"digest"`
}

// pairsLine has games of the players of two numbers, both of a pair together: the
// points of a, who is before b by name and digest, from pair first on.
type pairsLine struct {
	A      int    `json:"a"`
	B      int    `json:"b"`
	First  int    `json:"first"`
	Points []int  `json:"points"`
	Record []byte `json:"record,omitempty"` // of the games, if they are one pair of a match
}

// diceLine says that the games of two players have the dice of a match with the
// seed, in which a is A.
type diceLine struct {
	Dice uint64 `json:"dice"`
	A    int    `json:"a"`
	B    int    `json:"b"`
}

func headOf(s *Settings) *headLine {
	return &headLine{Format: format, SettingsRecord: s.Record(), Unpaired: s.Unpaired, Opinions: s.Opinions, Kernel: kernel.Class()}
}

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// encode returns the line of a value, with its checksum.
func encode(v any) ([]byte, error) {
	line, err := json.Marshal(v)
	if err != nil {
		return nil, err
	}
	line = line[:len(line)-1]
	return fmt.Appendf(line, sumForm, crc32.Checksum(line, castagnoli)), nil
}

// decode takes over lines, all of them whole, and returns their number.
func (l *Ledger) decode(data []byte) (lines int, err error) {
	if len(data) > 0 && !beginning(data) {
		return 0, notALedger(data)
	}
	for len(data) > 0 {
		end := bytes.IndexByte(data, '\n') + 1
		lines++
		if err := l.decodeLine(data[:end], lines == 1); err != nil {
			return 0, fmt.Errorf("line %d: %w", lines, err)
		}
		data = data[end:]
	}
	return lines, nil
}

// beginning reports whether data can be that of a ledger.
func beginning(data []byte) bool {
	n := min(len(data), len(magic))
	return string(data[:n]) == magic[:n]
}

// oldMatches begin the results of matches that earlier versions wrote.
var oldMatches = [][]byte{[]byte("gammonlab match 1\n"), []byte("gammonlab judged match ")}

func notALedger(data []byte) error {
	for _, old := range oldMatches {
		if bytes.HasPrefix(data, old) {
			return errors.New("the results of a match in the format of an earlier version of this program, which this one does not read: choose another file")
		}
	}
	return fmt.Errorf("not results of this program: it starts with %.40q, want %q", data, magic)
}

// decodeLine takes over a line with its end.
func (l *Ledger) decodeLine(line []byte, first bool) error {
	size := len(line) - len(fmt.Sprintf(sumForm, 0))
	if size < 0 {
		return errors.New("damaged: too short for a checksum")
	}
	content := line[:size]
	if want := fmt.Sprintf(sumForm, crc32.Checksum(content, castagnoli)); string(line[size:]) != want {
		return fmt.Errorf("damaged: it ends with %q, want %q", line[size:], want)
	}
	object := append(content[:size:size], '}')
	switch {
	case first:
		return l.decodeHead(object)
	case bytes.HasPrefix(object, []byte(`{"player":`)):
		return l.decodePlayer(object)
	case bytes.HasPrefix(object, []byte(`{"dice":`)):
		return l.decodeDice(object)
	}
	return l.decodePairs(object)
}

// strictly decodes an object that must be just as this program writes it.
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

// decodeHead compares the settings with those that are wanted.
func (l *Ledger) decodeHead(object []byte) error {
	var head headLine
	if err := strictly(object, &head); err != nil {
		return err
	}
	if _, err := board.ParseVariant(head.Variant); err != nil {
		return err
	}
	want := headOf(&l.settings)
	for _, f := range []struct{ name, found, want string }{
		{"variant", head.Variant, want.Variant},
		{"form", head.Form, want.Form},
		{"seed", strconv.FormatUint(head.Seed, 10), strconv.FormatUint(want.Seed, 10)},
		{"databases", head.Databases, want.Databases},
		{"unpaired", strconv.FormatBool(head.Unpaired), strconv.FormatBool(want.Unpaired)},
	} {
		if f.found != f.want {
			return fmt.Errorf("results of other settings: %s is %q, want %q", f.name, f.found, f.want)
		}
	}
	if err := kernel.CheckClass(head.Kernel); err != nil {
		return fmt.Errorf("results %w", err)
	}
	l.opinions = head.Opinions
	return nil
}

func (l *Ledger) decodePlayer(object []byte) error {
	var line playerLine
	if err := strictly(object, &line); err != nil {
		return err
	}
	p := Player{Name: line.Player, Digest: line.Digest}
	if p.Name == "" {
		return errors.New("a player without a name")
	}
	for i := range l.players {
		if l.players[i].same(&p) {
			return fmt.Errorf("player %q is there twice", p.Name)
		}
	}
	l.players = append(l.players, p)
	return nil
}

func (l *Ledger) decodeDice(object []byte) error {
	var line diceLine
	if err := strictly(object, &line); err != nil {
		return err
	}
	if min(line.A, line.B) < 0 || max(line.A, line.B) >= len(l.players) {
		return fmt.Errorf("players %d and %d, want two of %d", line.A, line.B, len(l.players))
	}
	key, turned := l.pairing(line.A, line.B)
	if _, ok := l.dice[key]; ok || l.pairs(key) > 0 {
		return fmt.Errorf("dice of players %d and %d, who have begun already", line.A, line.B)
	}
	if err := l.freeDice(line.Dice); err != nil {
		return err
	}
	l.dice[key] = matchDice{line.Dice, turned}
	return nil
}

func (l *Ledger) decodePairs(object []byte) error {
	var line pairsLine
	if err := strictly(object, &line); err != nil {
		return err
	}
	key, per := [2]int{line.A, line.B}, l.settings.perItem()
	_, match := l.dice[key]
	switch {
	case min(line.A, line.B) < 0 || max(line.A, line.B) >= len(l.players):
		return fmt.Errorf("players %d and %d, want two of %d", line.A, line.B, len(l.players))
	case !l.players[line.A].before(&l.players[line.B]) && !(match && line.A == line.B):
		return fmt.Errorf("players %d and %d, want two in the order of their names", line.A, line.B)
	case len(line.Points) == 0 || len(line.Points)%per != 0:
		return fmt.Errorf("%d games, want pairs", len(line.Points))
	case line.Record != nil && (!match || len(line.Points) != per):
		return fmt.Errorf("a record of %d games, want one of a pair of a match", len(line.Points))
	case line.First != l.pairs(key):
		return fmt.Errorf("pairs of players %d and %d from number %d on, want from %d", line.A, line.B, line.First, l.pairs(key))
	}
	for _, p := range line.Points {
		if p < -mostPoints || p > mostPoints {
			return fmt.Errorf("a game of %d points", p)
		}
	}
	l.take(key, line.Points, line.Record)
	return nil
}
