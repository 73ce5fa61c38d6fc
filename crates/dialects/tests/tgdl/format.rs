//! The one layout: what it changes, what it leaves, and that it changes nothing twice.

use dialects::tgdl::format;

#[track_caller]
fn check(text: &str, expected: &str) {
    let once = format(text).unwrap_or_else(|| panic!("no layout for\n{text}"));
    assert_eq!(once, expected);
    assert_eq!(format(&once).as_deref(), Some(expected), "a second time");
}

#[test]
fn lines_are_indented_by_the_brackets_they_stand_in() {
    check(
        "class A{\n  number n=1;\n action a{\neffect{\nn+=1;\n}\n      }\n}\n",
        "class A {\n    number n = 1;\n    action a {\n        effect {\n            n += 1;\n        }\n    }\n}\n",
    );
}

#[test]
fn a_line_that_goes_on_is_indented_once_more() {
    check(
        "function bool f() {\nreturn a\n&& b\n|| c;\n}\n",
        "function bool f() {\n    return a\n        && b\n        || c;\n}\n",
    );
    check("f(a,\nb,\nx => {\nreturn 1;\n});\n", "f(a,\n    b,\n    x => {\n        return 1;\n    });\n");
}

#[test]
fn a_block_goes_by_where_its_statement_began() {
    check(
        "f {\nfor (Tile t in { a,\nb }) {\nc();\n}\nif (a\n&& b) {\nc();\n}\n}\n",
        "f {\n    for (Tile t in { a,\n        b }) {\n        c();\n    }\n    if (a\n        && b) {\n        c();\n    }\n}\n",
    );
}

#[test]
fn a_list_goes_on_with_what_is_done_to_it() {
    check(
        "f {\nreturn { a, b }\n.map(x => x)\n.sum();\n}\n",
        "f {\n    return { a, b }\n        .map(x => x)\n        .sum();\n}\n",
    );
    check("x = { 1, 2 } [ 0 ];\n", "x = { 1, 2 }[0];\n");
}

#[test]
fn signs_between_values_have_spaces_around_them() {
    check("c=choose List < Card >\"Which?\";\n", "c = choose List<Card> \"Which?\";\n");
    check("class Row < T extends interactable ,S >{}\n", "class Row<T extends interactable, S> { }\n");
    check(
        "c=choose optional Table<string,List<Card>>  \"Which?\";\n",
        "c = choose optional Table<string, List<Card>> \"Which?\";\n",
    );
    check("x=a+b*-c;\n", "x = a + b * -c;\n");
    check("x = ! a && b != - 1;\n", "x = !a && b != -1;\n");
    check("x = a-b; y = f( 1 )-2; score p -3;\n", "x = a - b; y = f(1) - 2; score p -3;\n");
    check("x = c?a:b; f( n : 1 , m:2 );\n", "x = c ? a : b; f(n: 1, m: 2);\n");
    check(
        "x = a<b && c>d; y = l [ 0 ] . n; for(number i in 1 .. 3){}\n",
        "x = a < b && c > d; y = l[0].n; for (number i in 1..3) { }\n",
    );
}

#[test]
fn types_keep_their_angles_close() {
    check(
        "List < List<Tile> > ways={}; Table<string , number> t; (Card , Card)=>bool f;\n",
        "List<List<Tile>> ways = {}; Table<string, number> t; (Card, Card) => bool f;\n",
    );
}

#[test]
fn braces_of_values_and_of_blocks_differ_where_they_are_empty() {
    check("interactable A{}\nList<A> a = { };\n", "interactable A { }\nList<A> a = {};\n");
    check("x = {1,{2},{}};\n", "x = { 1, { 2 }, {} };\n");
}

#[test]
fn an_else_behind_a_block_of_one_line_may_begin_a_line() {
    let chain = "if (a) { b(); }\nelse if (c) { d(); }\nelse { e(); }\n";
    check(chain, chain);
    check("if (a) { b(); } else { c(); }\n", "if (a) { b(); } else { c(); }\n");
}

#[test]
fn a_brace_and_an_else_stand_on_the_line_before() {
    check("if (a)\n{\nb();\n}\nelse\n{\nc();\n}\n", "if (a) {\n    b();\n} else {\n    c();\n}\n");
    check("winner { { 0 },\n{ 1 } };\n", "winner { { 0 },\n    { 1 } };\n");
}

#[test]
fn a_block_has_lines_of_its_own_or_none() {
    check("if (a) { b();\nc(); }\n", "if (a) { b();\n    c(); }\n");
    check("if (a) {\nb(); }\n", "if (a) {\n    b();\n}\n");
    check("if (a) { b();\n}\n", "if (a) {\n    b();\n}\n");
}

#[test]
fn at_most_one_line_is_blank() {
    check("\n\na();\n\n\n\nb();\n\n", "a();\n\nb();\n");
    check("f {\n\na();\n\n}\n", "f {\n    a();\n}\n");
}

#[test]
fn comments_stay_and_those_of_following_lines_begin_in_one_column() {
    check(
        "a(); // one\nlonger();        //two\n// alone   \n\nb();//three\n",
        "a();       // one\nlonger();  //two\n// alone\n\nb();  //three\n",
    );
    check("f { // why\na(); }\n", "f {  // why\n    a();\n}\n");
    check("f(a, // why\nb);\n", "f(a,  // why\n    b);\n");
    check("f {\n// nothing yet\n}\n", "f {\n    // nothing yet\n}\n");
    check("if (a) // why\n{ b(); }\n", "if (a)  // why\n    { b(); }\n");
}

#[test]
fn a_drawn_board_keeps_its_rows_below_one_another() {
    check(
        "board B { shape layout {\n\"..x\"\n  \"...\"\n} }\n",
        "board B { shape layout {\n    \"..x\"\n    \"...\"\n} }\n",
    );
}

#[test]
fn nothing_comes_of_nothing() {
    check("", "");
    check(" \n\n", "");
    check("// only this", "// only this\n");
}

#[test]
fn a_text_without_words_or_with_open_brackets_is_left_alone() {
    assert_eq!(format("a § b"), None);
    assert_eq!(format("f { ( }"), None);
    assert_eq!(format("x = \"open"), None);
    assert_eq!(format("/* no */ a();"), None);
}

#[test]
fn a_long_text_takes_no_longer_than_its_length() {
    let comments = "//\n".repeat(300_000);
    assert_eq!(format(&comments).as_deref(), Some(comments.as_str()));
    let angles = "a<".repeat(200_000);
    assert!(format(&angles).is_some());
}
