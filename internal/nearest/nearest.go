// Package nearest finds the name that a mistyped word stands for.
package nearest

import "strings"

// Of returns the name that a mistyped word most likely stands for: a name that
// begins with the word, otherwise the name with the fewest typing errors, if most of the
// word is correct. It is "" if there is none.
func Of(word string, names []string) string {
	best, fewest := "", max(1, len(word)/3)
	for _, name := range names {
		errors := typingErrors(word, name)
		if len(word) > 1 && strings.HasPrefix(name, word) {
			errors = min(errors, 1)
		}
		if len(name) > 1 && errors < len(name) && (errors < fewest || errors == fewest && best == "") {
			best, fewest = name, errors
		}
	}
	return best
}

// typingErrors returns the number of letters that were left out, added, replaced or
// exchanged with the next one (the Damerau-Levenshtein distance of neighbours).
func typingErrors(a, b string) int {
	before, last, next := make([]int, len(b)+1), make([]int, len(b)+1), make([]int, len(b)+1)
	for j := range last {
		last[j] = j
	}
	for i := 1; i <= len(a); i++ {
		next[0] = i
		for j := 1; j <= len(b); j++ {
			replaced := last[j-1]
			if a[i-1] != b[j-1] {
				replaced++
			}
			next[j] = min(replaced, last[j]+1, next[j-1]+1)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				next[j] = min(next[j], before[j-2]+1)
			}
		}
		before, last, next = last, next, before
	}
	return last[len(b)]
}

// Question asks for the name of Of, to add to an error: "; did you mean rate?". It is ""
// if there is none.
func Question(word string, names []string) string {
	if name := Of(word, names); name != "" {
		return "; did you mean " + name + "?"
	}
	return ""
}
