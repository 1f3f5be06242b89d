package plaintext

import (
	"math"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"
)

// Numbers are written as by package strconv.
func TestAppendFixed(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	try := func(x float32, decimals int) {
		want := strconv.FormatFloat(float64(x), 'f', decimals, 32)
		if strings.Trim(want, "-0.") == "" {
			want = strings.TrimPrefix(want, "-")
		}
		if got := Fixed(x, decimals); got != want {
			t.Errorf("%v to %d decimals: %s, want %s", x, decimals, got, want)
		}
	}
	for range 200_000 {
		try(rng.Float32(), 6)
		try(8*rng.Float32()-4, 3)
		try(math.Float32frombits(rng.Uint32()), rng.IntN(10))
		try(float32(rng.IntN(2001)-1000)/16, rng.IntN(4)) // many lie in the middle
	}
	for _, x := range []float32{0, float32(math.Copysign(0, -1)), -1e-9, 0.5e-6, 1, -1, 0.9999999, float32(math.Inf(1)), math.MaxFloat32} {
		try(x, 6)
	}
}

// Columns are aligned by the width of their characters, for any text.
func TestTable(t *testing.T) {
	table := Table{Indent: "  ", Left: []int{0, 2}}
	table.Add("name", "n", "what")
	table.Add("χ²", "12", "a\nb")
	table.Add("\x1b[m", "", "")
	const want = "  name     n  what\n  χ²      12  a\\nb\n  \\x1b[m\n"
	if got := table.Text(); got != want {
		t.Errorf("got\n%q\nwant\n%q", got, want)
	}
	table.Head = []string{"a", "b|c", "d"}
	table.Add("|")
	const markdown = "| a | b\\|c | d |\n|---|---|---|\n| name | n | what |\n| χ² | 12 | a\\nb |\n| \\x1b[m |  |  |\n| \\| | | |\n"
	if got := table.Markdown(); got != markdown {
		t.Errorf("got\n%q\nwant\n%q", got, markdown)
	}
	if got, want := Fields("", [][2]string{{"a", "b"}, {"long", "c\td"}}), "a     b\nlong  c\\td\n"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestCounted(t *testing.T) {
	for n, want := range map[int]string{0: "0 matches", 1: "1 match", 2000: "2,000 matches"} {
		if got := Counted(n, "match", "matches"); got != want {
			t.Errorf("%d: %s, want %s", n, got, want)
		}
	}
	if one, two := Noun(int64(1), "row", "rows"), Noun(2, "row", "rows"); one != "row" || two != "rows" {
		t.Errorf("1 %s, 2 %s", one, two)
	}
}

func TestPlusMinus(t *testing.T) {
	for margin, want := range map[float64]string{0.25: "+1.5 ± 0.2", math.Inf(1): "+1.5 ± ?"} {
		if got := PlusMinus("%+.1f", 1.5, margin); got != want {
			t.Errorf("%v: %s, want %s", margin, got, want)
		}
	}
}

func TestThousands(t *testing.T) {
	for n, want := range map[int]string{0: "0", 999: "999", 1000: "1,000", -1234567: "-1,234,567"} {
		if got := Thousands(n); got != want {
			t.Errorf("%d: %s, want %s", n, got, want)
		}
	}
}

func TestDigits(t *testing.T) {
	for text, want := range map[string]string{
		"0": "0", "300,000": "300000", "-1,234,567": "-1234567", "300k": "300000", "1.5k": "1500", "0.3M": "300000", "3e5": "300000", "1e+5": "100000",
		"1,00": "1,00", "1,0000": "1,0000", "1.5": "1.5", "1.2345k": "1.2345k", "12m": "12m", "k": "k", "": "", "1e999": "1e999", "3x": "3x", "0x10": "0x10",
	} {
		if got := Digits(text); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
	for _, n := range []int{0, 999, 1000, -1234567} {
		if got := Digits(Thousands(n)); got != strconv.Itoa(n) {
			t.Errorf("%d is written %s and read %s", n, Thousands(n), got)
		}
	}
}

func TestCut(t *testing.T) {
	for text, want := range map[string]string{"": "", "Zoë": "Zoë", "Zoën": "Zo…", "Zoë-Ann": "Zo…"} {
		if got := Cut(text, 3); got != want {
			t.Errorf("Cut(%q, 3) = %q, want %q", text, got, want)
		}
	}
}
