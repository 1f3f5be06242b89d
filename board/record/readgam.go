package record

import (
	"bufio"
	"fmt"
	"io"
	"strconv"
	"strings"

	"gammonlab/board"
)

// ReadGam reads a .gam file of Jellyfish, one game: a line of the names and then the
// turns of a .mat file. It does not state a match, so the game is one for money. Errors
// call the file by the name.
func ReadGam(name string, r io.Reader) (*Match, error) {
	return oneMatch(name, r, readGams)
}

// readGams reads the game of a .gam file, and any matches behind it.
func readGams(name string, r io.Reader) ([]*Match, error) {
	m := newMatReader(newCollector())
	in := bufio.NewReader(&capped{utf8Text(r), maxFile})
	err := m.gamHead(in)
	if err == nil {
		err = m.readAll(in)
	}
	if err != nil {
		err = fmt.Errorf("%s: %w", name, err)
	}
	return m.matches, err
}

// gamNames matches the line of names. They are in the columns of the players, with or
// without scores.
var gamNames = pattern(`^(\S.*?)(?:\s*:\s*\d+)?(?:\s{2,}|\t)\s*(\S.*?)(?:\s*:\s*\d+)?$`)

// gamHead reads the lines up to that of the names, and begins the game.
func (m *matReader) gamHead(in *bufio.Reader) error {
	for {
		line, err := in.ReadString('\n')
		if err != nil && line == "" {
			return err
		}
		m.lines++
		text := strings.TrimSpace(decode([]byte(strings.TrimPrefix(line, string(byteOrderMark)))))
		if text == "" {
			continue
		}
		found := gamNames().FindStringSubmatch(text)
		if found == nil {
			return fmt.Errorf("line %d: %q: want the names of two players in columns", m.lines, clip(text))
		}
		m.match.Names = [2]string{oneLine(found[1]), oneLine(found[2])}
		m.scored, m.length = true, 0
		return m.newGame()
	}
}

// isGam reports whether a file begins with a line of two columns and a turn.
var isGam = matches(`\A(?:\xEF\xBB\xBF)?\s*\S[^\n]*?(?: {3,}|\t)\s*\S[^\n]*\n\s*1\)[ \t]`)

// ReadBKG reads a .bkg file of Hans Berliner's program BKG: games for money of Black and
// White. Black becomes [board.PlayerO], as in older versions of gnubg. Errors call the
// file by the name.
func ReadBKG(name string, r io.Reader) (*Match, error) {
	b := bkgReader{collector: newCollector()}
	b.match.Names = [2]string{"Black", "White"}
	return b.read(name, r, b.line, "no line such as \"Black  3 1   8-5 6-5\" in %d lines")
}

// bkgReader is the state of the reader.
type bkgReader struct {
	collector
	over bool // the line of the winner was read
}

var (
	bkgLine = pattern(`^(Black|White)\s+(.*)$`)
	bkgRoll = pattern(`^([1-6])\D([1-6])(?:\D.*)?$`)
	isBKG   = matches(`(?m)^(?:Black|White)\s+(?:[1-6][^\d\n][1-6]\s|Doubles|wins)`)
	numbers = pattern(`\d+`)
)

// line reads a turn, a double with its answer or the winner. Other lines are free.
func (b *bkgReader) line(text string) error {
	found := bkgLine().FindStringSubmatch(strings.TrimRight(text, " "))
	if found == nil {
		return nil
	}
	p := board.PlayerO
	if found[1] == "White" {
		p = board.PlayerX
	}
	rest := found[2]
	roll := bkgRoll().FindStringSubmatch(rest)
	doubles, wins := strings.HasPrefix(rest, "Doubles"), strings.HasPrefix(rest, "wins")
	if roll == nil && !doubles && !wins {
		b.match.notice(Remarks, text, b.lines)
		return nil
	}
	if b.game == nil || b.over && !wins {
		if err := b.nextGame(); err != nil {
			return err
		}
		b.over = false
	}
	switch {
	case doubles:
		return b.double(p, strings.Contains(rest, "Accepted"))
	case wins:
		return b.end(p, rest)
	}
	return b.turn(p, roll[1]+roll[2], rest[len("3 1"):])
}

func (b *bkgReader) double(p board.Player, taken bool) error {
	answer := Drop
	if taken {
		answer = Take
	}
	if err := b.add(Action{Kind: Double, Player: p}); err != nil {
		return err
	}
	return b.add(Action{Kind: answer, Player: p.Opponent()})
}

// turn reads a roll and its play, pairs of points that are counted from Black's home.
func (b *bkgReader) turn(p board.Player, dice, text string) error {
	roll, err := board.ParseRoll(dice)
	if err != nil {
		return err
	}
	a := Action{Player: p, Roll: roll}
	places := numbers().FindAllString(text, 2*maxSteps)
	for i := 0; i+1 < len(places); i += 2 {
		from, to := bkgPlace(p, places[i]), bkgPlace(p, places[i+1])
		if from > board.Bar || to > board.Bar {
			a.Steps, a.Text = nil, oneLine(text)
			break
		}
		a.Steps = append(a.Steps, board.Step{From: from, To: to})
	}
	return b.add(a)
}

// bkgPlace parses a place, with 25 as Black's bar and 0 as White's.
func bkgPlace(p board.Player, text string) uint8 {
	n, err := strconv.Atoi(text)
	if err != nil || n > board.Bar {
		return board.Bar + 1
	}
	if p == board.PlayerX {
		n = board.Bar - n
	}
	return uint8(n)
}

// end reads the winner. Unless the play has ended the game, the loser has resigned.
func (b *bkgReader) end(p board.Player, text string) error {
	b.over = true
	n := len(b.match.Games) - 1
	b.match.complete(n, &board.Generator{})
	if plays(b.game.Result.Winner) {
		return nil
	}
	value := 1
	switch {
	case strings.Contains(text, "backgammon"):
		value = 3
	case strings.Contains(text, "gammon"):
		value = 2
	}
	return b.add(Action{Kind: Resign, Player: p.Opponent(), Value: value})
}
