package main

import (
	"fmt"
	"io/fs"
	"path"
	"regexp"
	"strings"
)

var (
	linkPattern = regexp.MustCompile(`\]\(([^)\s]+)\)`)
	codePattern = regexp.MustCompile("`[^`]*`")
	headPattern = regexp.MustCompile(`(?m)^#+ +(.*)$`)
	// markPattern matches what the anchor of a heading leaves out.
	markPattern = regexp.MustCompile(`[^\p{L}\p{N} _-]`)
)

// brokenLinks returns what is wrong with the links of a line. Links to other sites are
// not followed.
func brokenLinks(tree fs.FS, document, line string) []string {
	var wrong []string
	for _, m := range linkPattern.FindAllStringSubmatch(codePattern.ReplaceAllString(line, ""), -1) {
		target := m[1]
		if strings.Contains(target, "://") || strings.HasPrefix(target, "mailto:") {
			continue
		}
		file, anchor, _ := strings.Cut(target, "#")
		name := document
		if file != "" {
			name = path.Join(path.Dir(document), file)
		}
		if _, err := fs.Stat(tree, name); err != nil {
			wrong = append(wrong, fmt.Sprintf("link to %s: there is no %s", target, name))
			continue
		}
		if anchor != "" && !hasAnchor(tree, name, anchor) {
			wrong = append(wrong, fmt.Sprintf("link to %s: %s has no such heading", target, name))
		}
	}
	return wrong
}

// hasAnchor reports whether a Markdown file has a heading of this anchor, by GitHub's
// rule: lower case, punctuation left out, blanks as hyphens.
func hasAnchor(tree fs.FS, name, anchor string) bool {
	text, err := fs.ReadFile(tree, name)
	if err != nil {
		return false
	}
	for _, m := range headPattern.FindAllStringSubmatch(string(text), -1) {
		id := strings.ReplaceAll(markPattern.ReplaceAllString(strings.ToLower(m[1]), ""), " ", "-")
		if id == strings.ToLower(anchor) {
			return true
		}
	}
	return false
}
