// Package plaintext formats numbers, names and tables for terminals, for all reports.
package plaintext

import (
	"fmt"
	"math"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"
)

// Visible returns a text from a file with control characters, except newlines and tabs,
// escaped as in Go: a terminal would execute them. It also escapes characters that change
// the direction of writing, and bytes that are not UTF-8, because some terminals treat such
// bytes as control characters.
func Visible(text string) string {
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

// VisibleLine is [Visible], but also escapes newlines and tabs.
func VisibleLine(text string) string {
	return strings.NewReplacer("\n", `\n`, "\t", `\t`).Replace(Visible(text))
}

// OneLine returns the words of a text on one line.
func OneLine(text string) string { return strings.Join(strings.Fields(text), " ") }

// Fixed formats x with the given number of decimals, never as minus zero.
func Fixed(x float32, decimals int) string {
	return string(AppendFixed(nil, x, decimals))
}

// AppendFixed appends [Fixed] to dst. It rounds halves to even, as strconv does: a float32
// has 24 bits and 5 to the power of decimals has at most 21, so their product is exact in
// a float64.
func AppendFixed(dst []byte, x float32, decimals int) []byte {
	const mostDecimals, mostDigits = 9, 1 << 53
	scaled := math.RoundToEven(math.Abs(float64(x)) * powersOf10[min(decimals, mostDecimals)])
	if decimals > mostDecimals || !(scaled < mostDigits) { // negated, so it is true for NaN
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

// Signed is [Fixed] with a plus sign for zero and positive numbers.
func Signed(x float32, decimals int) string {
	text := Fixed(x, decimals)
	if strings.HasPrefix(text, "-") {
		return text
	}
	return "+" + text
}

// Percentage formats a share in percent with two decimals.
func Percentage(share float64) string { return Fixed(float32(100*share), 2) + "%" }

// Thousands formats n with commas: 1,234,567.
func Thousands[N int | int64](n N) string {
	digits := strconv.FormatInt(int64(n), 10)
	sign := ""
	if digits[0] == '-' {
		sign, digits = "-", digits[1:]
	}
	for i := len(digits) - 3; i > 0; i -= 3 {
		digits = digits[:i] + "," + digits[i:]
	}
	return sign + digits
}

// numberForms matches the forms of whole numbers that users write: sign, digits, digits after
// the point, unit. The program starts lighter without it.
var numberForms = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^([+-]?)(\d+|\d{1,3}(?:,\d{3})+)(?:\.(\d+))?(k|M|e\+?\d{1,2})?$`)
})

// Digits returns the digits of a whole number in a form that users write: 300,000, 300k,
// 0.3M or 3e5. It returns other texts unchanged.
func Digits(text string) string {
	form := numberForms().FindStringSubmatch(text)
	if form == nil {
		return text
	}
	unit := strings.NewReplacer("k", "3", "M", "6", "e", "").Replace("0" + form[4])
	zeros, err := strconv.Atoi(strings.ReplaceAll(unit, "+", ""))
	after := strings.TrimRight(form[3], "0")
	if err != nil || len(after) > zeros {
		return text
	}
	digits := strings.TrimLeft(strings.ReplaceAll(form[2], ",", "")+after+strings.Repeat("0", zeros-len(after)), "0")
	if digits == "" {
		return "0"
	}
	return strings.TrimPrefix(form[1], "+") + digits
}

// Counted returns a number with the noun in singular or plural, such as 1 match or 2,000
// matches.
func Counted(n int, one, many string) string {
	return Thousands(n) + " " + Noun(n, one, many)
}

// Noun returns the noun for the number n.
func Noun[N int | int64](n N, one, many string) string {
	if n == 1 {
		return one
	}
	return many
}

// OrUnknown formats x, or returns "unknown" if x is not finite.
func OrUnknown(format string, x float64) string {
	if Known(x) == nil {
		return "unknown"
	}
	return fmt.Sprintf(format, x)
}

// PlusMinus formats x and half its interval, "?" if the interval is unknown. A sign in the format,
// as in %+.1f, is only for x.
func PlusMinus(format string, x, margin float64) string {
	if Known(margin) == nil {
		return fmt.Sprintf(format+" ± ?", x)
	}
	return fmt.Sprintf(format+" ± "+strings.Replace(format, "+", "", 1), x, margin)
}

// Known returns x for JSON; nil, which is null, if x is not finite.
func Known(x float64) *float64 {
	if math.IsNaN(x) || math.IsInf(x, 0) {
		return nil
	}
	return &x
}

// Part is a number with its noun.
type Part struct {
	N    int64
	What string
}

// Parts lists the parts that are not 0, each with a comma before it.
func Parts(parts ...Part) string {
	text := ""
	for _, p := range parts {
		if p.N > 0 {
			text += fmt.Sprintf(", %d %s", p.N, p.What)
		}
	}
	return text
}

// Capital returns the text with its first letter as a capital.
func Capital(text string) string { return strings.ToUpper(text[:1]) + text[1:] }

// Cut returns a text of at most the given number of letters: it ends a longer one with …
func Cut(text string, most int) string {
	if letters := []rune(text); len(letters) > most {
		return string(letters[:most-1]) + "…"
	}
	return text
}

// CutMiddle returns a text without the middle if it has more than the given number of
// characters.
func CutMiddle(text string, most int) string {
	if len(text) <= most {
		return text
	}
	runes := []rune(text)
	if len(runes) <= most {
		return text
	}
	return string(runes[:most/2]) + "…" + string(runes[len(runes)-(most-1)/2:])
}
