//! What leads back to itself in a graph. It does not know what the nodes stand for.

/// Whether each node leads back to itself.
pub(crate) fn circular(calls: &[Vec<usize>]) -> Vec<bool> {
    let mut found = vec![false; calls.len()];
    for component in components(calls) {
        let is_circle = component.len() > 1 || component.iter().any(|node| calls[*node].contains(node));
        component.into_iter().for_each(|node| found[node] = is_circle);
    }
    found
}

/// Nodes that lead to one another, what they lead to besides before them: Tarjan's strongly connected components,
/// without recursion.
pub(crate) fn components(calls: &[Vec<usize>]) -> Vec<Vec<usize>> {
    const NEW: usize = usize::MAX;
    let mut found = Vec::new();
    // When each was visited, and the earliest one on the stack that it leads to.
    let (mut visited, mut low) = (vec![NEW; calls.len()], vec![0; calls.len()]);
    let (mut stack, mut on_stack, mut next) = (Vec::new(), vec![false; calls.len()], 0);
    for start in 0..calls.len() {
        let mut line: Vec<(usize, usize)> = if visited[start] == NEW { vec![(start, 0)] } else { Vec::new() };
        while let Some((node, i)) = line.pop() {
            if i == 0 {
                (visited[node], low[node]) = (next, next);
                next += 1;
                stack.push(node);
                on_stack[node] = true;
            } else {
                low[node] = low[node].min(low[calls[node][i - 1]]);
            }
            let rest = calls[node].iter().enumerate().skip(i);
            let mut deeper = None;
            for (k, &to) in rest {
                if visited[to] == NEW {
                    deeper = Some((k, to));
                    break;
                }
                if on_stack[to] {
                    low[node] = low[node].min(visited[to]);
                }
            }
            if let Some((k, to)) = deeper {
                line.extend([(node, k + 1), (to, 0)]);
            } else if low[node] == visited[node] {
                let from = stack.iter().rposition(|n| *n == node).unwrap_or(0);
                let component = stack.split_off(from);
                component.iter().for_each(|n| on_stack[*n] = false);
                found.push(component);
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::{circular, components};

    #[test]
    fn what_leads_back_to_itself_is_found() {
        let calls = [vec![1], vec![2, 3], vec![0], vec![4], vec![4], vec![3, 0], vec![]];
        assert_eq!(circular(&calls), [true, true, true, false, true, false, false]);
        let found = components(&calls).into_iter().map(|mut nodes| {
            nodes.sort_unstable();
            nodes
        });
        assert_eq!(found.collect::<Vec<_>>(), [vec![4], vec![3], vec![0, 1, 2], vec![5], vec![6]]);
        let long: Vec<Vec<usize>> = (0..100_000).map(|i| vec![(i + 1) % 100_000]).collect();
        assert!(circular(&long).iter().all(|c| *c));
    }
}
