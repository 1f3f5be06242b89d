package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/urfave/cli/v2"

	"gammonlab/board"
	"gammonlab/engine"
	"gammonlab/engine/cube"
)

// Output formats of the commands on positions.
const (
	formatText = "text"
	formatCSV  = "csv"
	formatJSON = "json"
)

// formatFlags let the user choose among the formats.
func formatFlags(formats ...string) []cli.Flag {
	return []cli.Flag{
		&cli.StringFlag{Name: "format", Value: formatText, Usage: "`FORMAT` of the output: " + strings.Join(formats, ", ")},
		&cli.BoolFlag{Name: "json", Usage: "the same as --format json: an object a line for each position"},
	}
}

// chosenFormat returns the format that the flags ask for.
func chosenFormat(c *cli.Context, formats ...string) (string, error) {
	format := c.String("format")
	if !slices.Contains(formats, format) {
		return "", usagef("--format is %q, want one of %s", format, strings.Join(formats, ", "))
	}
	if c.Bool("json") {
		if c.IsSet("format") && format != formatJSON {
			return "", usagef("--json contradicts --format %s", format)
		}
		return formatJSON, nil
	}
	return format, nil
}

// rowWriter writes one result after the other, below a header that is only
// written once there is a result.
type rowWriter struct {
	out    *bufio.Writer
	header string // without the newline; "" for none
	blocks bool   // with a blank line between them
	rows   int
	failed error // the first in writing
}

func newRowWriter(out io.Writer, header string) *rowWriter {
	return &rowWriter{out: bufio.NewWriter(out), header: header}
}

// answer writes a result, which ends with a newline.
func (w *rowWriter) answer(text []byte) error {
	switch {
	case w.rows == 0 && w.header != "":
		w.out.WriteString(w.header + "\n") // errors of bufio stick
	case w.rows > 0 && w.blocks:
		w.out.WriteByte('\n')
	}
	w.rows++
	if _, err := w.out.Write(text); err != nil && w.failed == nil {
		w.failed = err
	}
	return w.failed
}

// row writes a line.
func (w *rowWriter) row(line []byte) error { return w.answer(append(line, '\n')) }

// block writes a text of some lines, with a blank line between blocks.
func (w *rowWriter) block(text string) error {
	w.blocks = true
	return w.answer([]byte(text))
}

// json writes a value as a line of JSON.
func (w *rowWriter) json(v any) error {
	line, err := json.Marshal(v)
	if err != nil {
		return err
	}
	return w.row(line)
}

// flush writes out what is left.
func (w *rowWriter) flush() error {
	if err := w.out.Flush(); err != nil && w.failed == nil {
		w.failed = err
	}
	return w.failed
}

// finish writes out what is left and returns err, or else the first error in
// writing.
func (w *rowWriter) finish(err error) error {
	if flushErr := w.flush(); err == nil {
		return flushErr
	}
	return err
}

// visible returns a text of a file with its control characters, but for newlines
// and tabs, spelled as in Go: they would move the cursor of a terminal, or do
// worse. Characters that change the direction of writing and bytes that are not
// UTF-8, which some terminals take for control characters, are spelled, too.
func visible(text string) string {
	var b strings.Builder
	for i, r := range text {
		switch _, size := utf8.DecodeRuneInString(text[i:]); {
		case r == utf8.RuneError && size == 1:
			fmt.Fprintf(&b, `\x%02x`, text[i])
		case unicode.IsControl(r) && r != '\n' && r != '\t', unicode.Is(unicode.Bidi_Control, r):
			quoted := strconv.QuoteRuneToASCII(r)
			b.WriteString(quoted[1 : len(quoted)-1])
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}

// visibleLine is visible for what must stay in its line.
func visibleLine(text string) string {
	return strings.NewReplacer("\n", `\n`, "\t", `\t`).Replace(visible(text))
}

// fixed spells x with the given number of decimals, never as minus zero.
func fixed(x float32, decimals int) string {
	return string(appendFixed(nil, x, decimals))
}

// appendFixed rounds to even what lies in the middle, as strconv does. A float32 has
// 24 bits, and five to the power of decimals 21 at most, so that their product is
// exact in a float64.
func appendFixed(dst []byte, x float32, decimals int) []byte {
	const mostDecimals, mostDigits = 9, 1 << 53
	scaled := math.RoundToEven(math.Abs(float64(x)) * powersOf10[min(decimals, mostDecimals)])
	if decimals > mostDecimals || !(scaled < mostDigits) { // so that NaN counts
		return strconv.AppendFloat(dst, float64(x), 'f', decimals, 32)
	}
	if x < 0 && scaled != 0 {
		dst = append(dst, '-')
	}
	var digits [20]byte
	at := len(digits)
	for n := uint64(scaled); n > 0 || len(digits)-at <= decimals; n /= 10 {
		at--
		digits[at] = byte('0' + n%10)
	}
	dst = append(dst, digits[at:len(digits)-decimals]...)
	if decimals > 0 {
		dst = append(append(dst, '.'), digits[len(digits)-decimals:]...)
	}
	return dst
}

var powersOf10 = [...]float64{1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9}

// signed is fixed with a plus sign for what is not negative.
func signed(x float32, decimals int) string {
	text := fixed(x, decimals)
	if strings.HasPrefix(text, "-") {
		return text
	}
	return "+" + text
}

// outcome is how probabilities and their equity stand in JSON.
type outcome struct {
	Win            float32 `json:"win"`
	WinGammon      float32 `json:"win_gammon"`
	WinBackgammon  float32 `json:"win_backgammon"`
	LoseGammon     float32 `json:"lose_gammon"`
	LoseBackgammon float32 `json:"lose_backgammon"`
	Equity         float32 `json:"equity"`
}

func newOutcome(p *engine.Probabilities, equity float32) outcome {
	return outcome{
		p[engine.Win], p[engine.WinGammon], p[engine.WinBackgammon],
		p[engine.LoseGammon], p[engine.LoseBackgammon], equity,
	}
}

// probabilityHeader stands above the columns of probabilityColumns.
const probabilityHeader = "  Win   W(g)  W(bg)   L(g)  L(bg)"

// probabilityColumns spells five probabilities for a table.
func probabilityColumns(p *engine.Probabilities) string {
	var columns []string
	for _, v := range p {
		columns = append(columns, fixed(v, 3))
	}
	return strings.Join(columns, "  ")
}

// drawPosition draws the board with the player on roll at the bottom, and says
// below it which position it is and of what class.
func drawPosition(pos *board.Position, roll board.Roll, class string) string {
	return drawMatch(pos, board.NewMatch(0), roll, class, true)
}

// drawStakes is drawPosition with the cube and the score; without stakes there
// are none.
func drawStakes(pos *board.Position, roll board.Roll, class string, stakes *cube.Stakes) string {
	if stakes == nil {
		return drawPosition(pos, roll, class)
	}
	s := stakes.State()
	match := board.NewMatch(s.Length)
	match.Cube, match.Crawford = s.Cube, s.Crawford
	match.Owner = map[cube.Owner]board.Player{cube.Centred: board.Nobody, cube.Player: board.PlayerX, cube.Opponent: board.PlayerO}[s.Owner]
	if s.IsMatch() {
		match.Score = [2]int{board.PlayerO: s.Length - s.OppAway, board.PlayerX: s.Length - s.OwnAway}
	}
	return drawMatch(pos, match, roll, class, false) + stateWords(s) + "\n"
}

func drawMatch(pos *board.Position, match board.Match, roll board.Roll, class string, noCube bool) string {
	match.State, match.Dice = board.Playing, roll
	diagram := board.Diagram{Position: *pos, Match: match, Names: [2]string{"opponent", "player"}, NoIDs: true, NoCube: noCube}
	return fmt.Sprintf("%v\n%s: %s, pip count %d to %d\n",
		diagram, pos.ID(), class, pos.Own.Pips(), pos.Opp.Pips())
}
