//! The operators of two operands, from the text of a program to the code that it becomes: how each is written and how
//! tightly it binds. It does not know what their operands are.

/// What an operator of two operands does. Where two are written the same, types tell them apart; the tree has the
/// first of them.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum BinaryOp {
    /// `^` of numbers
    Power,
    /// `^` of booleans, the exclusive or
    Xor,
    Multiply,
    /// By zero: a fault.
    Divide,
    /// The remainder, with the sign of the dividend; by zero: a fault.
    Modulo,
    Add,
    /// `+` of two strings
    Concat,
    Subtract,
    /// Of numbers, players, cases of one enumeration, strings by UTF-16 units. Null is a fault.
    Less,
    LessEqual,
    Greater,
    GreaterEqual,
    /// Strings and numbers by value, objects and collections by identity; null equals null.
    Equal,
    NotEqual,
    /// `&`, evaluates both sides
    BitAnd,
    /// `|`, evaluates both sides
    BitOr,
    /// `&&`, does not evaluate a right side that decides nothing
    And,
    /// `||`, does not evaluate a right side that decides nothing
    Or,
}

/// Each operator, in the order of their declaration: its sign, and how tightly it binds.
const OPERATORS: [(BinaryOp, &str, u8); 18] = [
    (BinaryOp::Power, "^", 7),
    (BinaryOp::Xor, "^", 2),
    (BinaryOp::Multiply, "*", 6),
    (BinaryOp::Divide, "/", 6),
    (BinaryOp::Modulo, "%", 6),
    (BinaryOp::Add, "+", 5),
    (BinaryOp::Concat, "+", 5),
    (BinaryOp::Subtract, "-", 5),
    (BinaryOp::Less, "<", 4),
    (BinaryOp::LessEqual, "<=", 4),
    (BinaryOp::Greater, ">", 4),
    (BinaryOp::GreaterEqual, ">=", 4),
    (BinaryOp::Equal, "==", 3),
    (BinaryOp::NotEqual, "!=", 3),
    (BinaryOp::BitAnd, "&", 2),
    (BinaryOp::BitOr, "|", 2),
    (BinaryOp::And, "&&", 1),
    (BinaryOp::Or, "||", 1),
];

impl BinaryOp {
    pub fn symbol(self) -> &'static str {
        OPERATORS[self as usize].1
    }

    /// How tightly it binds; higher is tighter. Operators of one level group from left to right.
    pub fn level(self) -> u8 {
        OPERATORS[self as usize].2
    }

    /// Whether it compares two values by size or for being equal.
    pub fn compares(self) -> bool {
        matches!(OPERATORS[self as usize].2, 3 | 4)
    }

    /// The operator that the tree has for a sign.
    pub fn of_symbol(symbol: &str) -> Option<BinaryOp> {
        OPERATORS.iter().find(|row| row.1 == symbol).map(|row| row.0)
    }
}

#[cfg(test)]
mod tests {
    use super::{BinaryOp, OPERATORS};

    #[test]
    fn each_operator_stands_at_its_place_in_the_table() {
        assert!(OPERATORS.iter().enumerate().all(|(i, row)| row.0 as usize == i));
        assert_eq!(BinaryOp::of_symbol("^"), Some(BinaryOp::Power));
        assert_eq!(BinaryOp::of_symbol("+"), Some(BinaryOp::Add));
        assert_eq!(BinaryOp::of_symbol("=>"), None);
    }
}
