package record

import (
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"

	"gammonlab/board"
)

// ReadSGG reads a .sgg file of GamesGrid and GridGammon. The player named first
// becomes [board.PlayerX], as in GNU Backgammon. Lines without an action are
// comments on the action before them. Errors call the file by the name.
func ReadSGG(name string, r io.Reader) (*Match, error) {
	s := sggReader{collector: newCollector()}
	return s.read(name, r, s.line, "no line such as \"Game 1.0-0/3\" in %d lines")
}

// sggReader is the state of the reader.
type sggReader struct {
	collector
	before string // the last line with an action
	rolled string // number and player of a roll whose play may follow
}

var (
	sggNames  = pattern(`^(.+?) vs\. (.+)$`)
	sggGame   = pattern(`^Game\s+\d+\.(\d+)(\*?)-(\d+)(\*?)(?:/(\d+))?\s*$`)
	sggAction = pattern(`^\s*(\d+)\t(\t?)\s*(\S.*?)\s*$`)
	sggDice   = pattern(`^([1-6][1-6]):\s*(.*)$`)
	sggWin    = pattern(`^(.+?)\s+wins\s+(\d+)\s+points?\b`)
	sggDay    = pattern(`^\w+day,? (\w+ \d+, \d+)`)
)

func (s *sggReader) line(text string) error {
	plain := strings.TrimSpace(text)
	if plain == "" {
		return nil
	}
	if found := sggGame().FindStringSubmatch(plain); found != nil {
		return s.begin(found)
	}
	if s.game == nil {
		return s.header(plain)
	}
	if found := sggAction().FindStringSubmatch(text); found != nil {
		if plain = found[1] + found[2] + found[3]; plain == s.before {
			return nil // lines repeat
		}
		s.before = plain
		p := board.PlayerX
		if found[2] != "" {
			p = board.PlayerO
		}
		return s.action(p, found[1], found[3])
	}
	if found := sggWin().FindStringSubmatch(plain); found != nil {
		return s.winner(oneLine(found[1]), found[2])
	}
	if a := s.last(); a != nil && !strings.EqualFold(plain, "resign") && len(a.Comment)+len(plain) < maxText {
		a.Comment = joinComments(a.Comment, plain)
	}
	return nil
}

// begin reads the first line of a game: its score and the length of the match.
func (s *sggReader) begin(found []string) error {
	var n [3]int
	for i, k := range []int{1, 3, 5} {
		if found[k] == "" {
			continue // money
		}
		limit := maxScore
		if i == 2 {
			limit = board.MaxMatchLength
		}
		number, err := strconv.Atoi(found[k])
		if err != nil || number > limit {
			return fmt.Errorf("%s in the line of a game, want 0 to %d", found[k], limit)
		}
		n[i] = number
	}
	if len(s.match.Games) > 0 && n[2] != s.match.Length {
		return fmt.Errorf("a match to %d, want %d as in game 1", n[2], s.match.Length)
	}
	if err := s.newGame(); err != nil {
		return err
	}
	s.match.Length = n[2]
	s.game.Score = [2]int{n[1], n[0]}
	s.before, s.rolled = "", ""
	s.game.Crawford = found[2]+found[4] != "" && n[2] > 0
	return nil
}

// header reads a line before the first game.
func (s *sggReader) header(text string) error {
	m := s.match
	if found := sggNames().FindStringSubmatch(text); found != nil && m.Names == [2]string{} {
		m.Names = [2]string{oneLine(found[2]), oneLine(found[1])}
		return nil
	}
	key, value, hasKey := strings.Cut(text, ":")
	value = strings.TrimSpace(value)
	yes := strings.EqualFold(value, "yes")
	switch {
	case strings.EqualFold(key, "elo"):
		if words := strings.Fields(value); len(words) == 4 {
			m.Info.Ratings = [2]string{words[2] + "/" + words[3], words[0] + "/" + words[1]}
		}
	case strings.EqualFold(key, "jacoby"):
		m.Rules.Jacoby, m.Rules.JacobyAssumed = yes, false
	case strings.EqualFold(key, "crawford"):
		m.Rules.Crawford = yes
	case strings.EqualFold(key, "doubling cube"):
		m.Rules.NoCube = !yes
	case strings.EqualFold(key, "variant"):
		v, err := board.ParseVariant(strings.ToLower(value))
		if strings.EqualFold(value, "hypergammon") {
			v, err = board.Hypergammon3, nil
		}
		if err != nil {
			return fmt.Errorf("variant is %q, want Backgammon, Nackgammon or HyperGammon", clip(value))
		}
		m.Rules.Variant = v
	case !hasKey && sggDay().MatchString(text):
		day, err := time.Parse("January 2, 2006", sggDay().FindStringSubmatch(text)[1])
		if err == nil {
			m.Info.Date = day.Format(isoDate)
		}
	case !hasKey:
		m.Info.Place = oneLine(text)
	}
	return nil
}

// action reads an action. The number of its line and the player identify the
// roll of a play.
func (s *sggReader) action(p board.Player, number, text string) error {
	word := strings.ToLower(text)
	starts := func(prefix string) bool { return strings.HasPrefix(word, prefix) }
	if found := sggDice().FindStringSubmatch(text); found != nil {
		return s.roll(p, number+p.String(), found[1], found[2])
	}
	switch {
	case starts("double"), starts("redouble"):
		return s.add(Action{Kind: Double, Player: p})
	case starts("accept"), starts("take"):
		return s.add(Action{Kind: Take, Player: p})
	case starts("pass"), starts("drop"), starts("reject"):
		return s.add(Action{Kind: Drop, Player: p})
	case starts("beaver"), starts("raccoon"):
		return s.add(Action{Kind: Beaver, Player: p})
	case starts("resign"):
		return nil // the line of the winner has the points
	}
	return fmt.Errorf("%q: want a roll such as \"31: 8/5, 6/5\", double, accept, pass or resign", clip(text))
}

// roll reads dice, with or without their play, which may follow on another
// line.
func (s *sggReader) roll(p board.Player, id, dice, play string) error {
	lower := strings.ToLower(play)
	if strings.HasPrefix(lower, "automatic") {
		s.automaticDouble()
		return nil
	}
	roll, err := board.ParseRoll(dice)
	if err != nil {
		return fmt.Errorf("%q: want a roll such as 31", dice)
	}
	if a := s.last(); a != nil && s.rolled == id && a.Kind == Rolled && a.Roll == roll {
		s.game.Actions = s.game.Actions[:len(s.game.Actions)-1]
	}
	s.rolled = id
	if play == "" {
		return s.add(Action{Kind: Rolled, Player: p, Roll: roll})
	}
	if strings.HasPrefix(lower, "resign") {
		return s.add(Action{Kind: Rolled, Player: p, Roll: roll})
	}
	a := Action{Player: p, Roll: roll}
	if lower != "o-o" {
		a.Steps, a.Text = readPlay(play)
	}
	return s.add(a)
}

// winner reads the winner of the game.
func (s *sggReader) winner(name, points string) error {
	n, err := strconv.Atoi(points)
	if err != nil || n > maxWin {
		return fmt.Errorf("a win of %s points, want at most %d", points, maxWin)
	}
	for p, known := range s.match.Names {
		if name == known {
			s.wins(board.Player(p), n)
			return nil
		}
	}
	return fmt.Errorf("%q wins, want %q or %q", clip(name), s.match.Names[0], s.match.Names[1])
}
