package record

import (
	"bufio"
	"fmt"
	"io"
	"strings"

	"gammonlab/board"
)

// WriteSGF writes a match as SGF: a tree for each game, with gnubg's
// properties and analyses. For plays that could not be parsed it writes only the
// dice; it omits turns without a roll.
func WriteSGF(w io.Writer, m *Match) error {
	out := bufio.NewWriter(w)
	var gen board.Generator
	for i := range m.Games {
		if err := m.writeSGFGame(out, i, &gen); err != nil {
			return err
		}
	}
	return out.Flush()
}

func (m *Match) writeSGFGame(w io.Writer, game int, gen *board.Generator) error {
	g := &m.Games[game]
	fmt.Fprintf(w, "(;FF[4]GM[6]CA[UTF-8]AP[gammonlab]MI[length:%d][game:%d][ws:%d][bs:%d]PW[%s]PB[%s]",
		m.Length, game, g.Score[0], g.Score[1], sgfText(oneLine(m.Names[0])), sgfText(oneLine(m.Names[1])))
	if game == 0 {
		writeInfo(w, &m.Info)
	}
	writeProperty(w, "RU", m.sgfRules(g))
	if g.Cube != 1 {
		fmt.Fprintf(w, "CV[%d]", g.Cube)
	}
	writeProperty(w, "RE", g.sgfResult())
	r := m.replay(game, gen)
	legal := true
	for i := range g.Actions {
		a := &g.Actions[i]
		if err := checkAction(a); err != nil {
			return gameError(game, fmt.Errorf("action %d: %w", i+1, err))
		}
		steps, pos := a.Steps, (*board.Position)(nil)
		if legal = legal && r.Next(); legal {
			pos = &r.Position
		}
		if legal && a.Kind == Move {
			steps = r.written()
		}
		if text := sgfAction(a, steps); text != "" {
			fmt.Fprintf(w, "\n;%s", text)
			m.writeAnalysis(w, a, pos)
			writeProperty(w, "C", manyLines(a.Comment))
		}
		if legal && r.Illegal { // as a position that was set
			set := Action{Kind: SetBoard, Player: a.Player.Opponent(), Board: &r.Play.Result}
			fmt.Fprintf(w, "\n;%s", sgfAction(&set, nil))
		}
	}
	_, err := io.WriteString(w, ")\n")
	return err
}

func writeInfo(w io.Writer, info *Info) {
	writeProperty(w, "WR", oneLine(info.Ratings[0]))
	writeProperty(w, "BR", oneLine(info.Ratings[1]))
	writeProperty(w, "DT", oneLine(info.Date))
	writeProperty(w, "EV", oneLine(info.Event))
	writeProperty(w, "RO", oneLine(info.Round))
	writeProperty(w, "PC", oneLine(info.Place))
	writeProperty(w, "AN", oneLine(info.Annotator))
	writeProperty(w, "GC", manyLines(info.Comment))
}

// writeProperty writes a property unless its value is empty.
func writeProperty(w io.Writer, name, value string) {
	if value != "" {
		fmt.Fprintf(w, "%s[%s]", name, sgfText(value))
	}
}

// sgfText escapes the characters that would end a value.
func sgfText(s string) string { return sgfEscapes.Replace(s) }

var sgfEscapes = strings.NewReplacer(`\`, `\\`, `]`, `\]`)

func (m *Match) sgfRules(g *Game) string {
	var words []string
	add := func(set bool, word string) {
		if set {
			words = append(words, word)
		}
	}
	add(m.Rules.NoCube, "NoCube")
	add(m.Rules.Crawford, "Crawford")
	add(g.Crawford, "CrawfordGame")
	add(m.Rules.Jacoby, "Jacoby")
	for word, v := range sgfVariants {
		add(v == m.Rules.Variant, word)
	}
	return strings.Join(words, ":")
}

func (g *Game) sgfResult() string {
	if !plays(g.Result.Winner) {
		return ""
	}
	text := fmt.Sprintf("%s+%d", sgfLetter(g.Result.Winner), g.Result.Points)
	if n := len(g.Actions); n > 0 && g.Actions[n-1].Kind == Resign {
		text += "R"
	}
	return text
}

func sgfLetter(p board.Player) string {
	if p == board.PlayerO {
		return "W"
	}
	return "B"
}

// sgfAction returns the properties of an action. A resignation has none: it is
// part of the result.
func sgfAction(a *Action, steps []board.Step) string {
	letter := sgfLetter(a.Player)
	switch a.Kind {
	case Move:
		if a.Roll == (board.Roll{}) {
			return ""
		}
		text := []byte(a.Roll.String())
		for _, s := range steps {
			text = append(text, placeLetter(a.Player, s.From), placeLetter(a.Player, s.To))
		}
		return letter + "[" + string(text) + "]"
	case Rolled:
		return "PL[" + letter + "]DI[" + a.Roll.String() + "]"
	case Double, Beaver:
		return letter + "[double]"
	case Take:
		return letter + "[take]"
	case Drop:
		return letter + "[drop]"
	case SetBoard:
		return "PL[" + letter + "]AE[a:y]" + sgfBoard(a)
	case SetCube:
		return fmt.Sprintf("CV[%d]", a.Value)
	case SetOwner:
		if a.Player == board.Nobody {
			return "CP[c]"
		}
		return "CP[" + strings.ToLower(letter) + "]"
	}
	return ""
}

// sgfBoard returns the properties that place the checkers, those of player 0
// first.
func sgfBoard(a *Action) string {
	var text strings.Builder
	p := *a.Board
	if a.Player == board.PlayerX {
		p = p.Swap()
	}
	for i, side := range [2]*board.Side{&p.Own, &p.Opp} {
		name := [2]string{"AW", "AB"}[i]
		for place := uint8(1); place <= board.Bar; place++ {
			for range side[place] {
				text.WriteString(name + "[" + string(placeLetter(board.Player(i), place)) + "]")
				name = ""
			}
		}
	}
	return text.String()
}
