package generate

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"gammonlab/engine"
)

// String returns the range in the format of [ParseRange].
func (r Range) String() string {
	if r.From == r.To {
		return strconv.Itoa(r.From)
	}
	return fmt.Sprintf("%d-%d", r.From, r.To)
}

// ParseRange reads a range: 8, or 0-8.
func ParseRange(text string) (Range, error) {
	low, high, both := strings.Cut(text, "-")
	if !both {
		high = low
	}
	from, err1 := strconv.Atoi(low)
	to, err2 := strconv.Atoi(high)
	if err1 != nil || err2 != nil || from < 0 || to < from {
		return Range{}, fmt.Errorf("%q, want a number from 0 up such as 8, or two such as 0-8", text)
	}
	return Range{from, to}, nil
}

// ParseAlternatives reads the value of [Trace.Alternatives], such as 3/0.1.
func ParseAlternatives(text string) (engine.Sieve, error) {
	s, err := engine.ParseSieve(text)
	if err != nil || s.Most == 0 {
		return s, fmt.Errorf("%q, want MOST/MARGIN such as 3/0.1", text)
	}
	return s, nil
}

// ParseClasses reads classes joined by commas; a class may occur only once.
func ParseClasses(text string) ([]engine.Class, error) {
	var classes []engine.Class
	for _, name := range strings.Split(text, ",") {
		class, err := parseClass(name)
		if err != nil {
			return nil, err
		}
		if slices.Contains(classes, class) {
			return nil, fmt.Errorf("class %v is listed twice", class)
		}
		classes = append(classes, class)
	}
	return classes, nil
}

// ParseQuotas reads quotas such as contact=500000,race=50000.
func ParseQuotas(text string) (map[engine.Class]int64, error) {
	quotas := map[engine.Class]int64{}
	for _, word := range strings.Split(text, ",") {
		name, value, _ := strings.Cut(word, "=")
		class, err := parseClass(name)
		if err != nil {
			return nil, err
		}
		quota, err := strconv.ParseInt(value, 10, 64)
		if err != nil || quota < 1 || quota > maxPositions {
			return nil, fmt.Errorf("%q, want CLASS=N with a number of positions from 1 to %d", word, int64(maxPositions))
		}
		if quotas[class] > 0 {
			return nil, fmt.Errorf("class %v is listed twice", class)
		}
		quotas[class] = quota
	}
	return quotas, nil
}

// maxPositions bounds quotas, so that their sums cannot overflow.
const maxPositions = 1 << 48

// QuotaText returns quotas in the format of [ParseQuotas], in the order of the classes.
func QuotaText(quotas map[engine.Class]int64) string {
	var words []string
	for _, class := range engine.Classes() {
		if quota, ok := quotas[class]; ok {
			words = append(words, fmt.Sprintf("%v=%d", class, quota))
		}
	}
	return strings.Join(words, ",")
}

func parseClass(name string) (engine.Class, error) {
	for _, class := range classesOfGames {
		if class.String() == name {
			return class, nil
		}
	}
	return 0, fmt.Errorf("unknown class %q, want some of %s", name, classList(classesOfGames))
}

func classList(classes []engine.Class) string {
	var names []string
	for _, class := range classes {
		names = append(names, class.String())
	}
	slices.Sort(names)
	return strings.Join(names, ",")
}
